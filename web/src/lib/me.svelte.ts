/** The person at this device: name, portrait and, if they want one, their account at the host. Nothing is sent before. */
import { ask, Refusal } from "./api";
import { canProve, deviceName, dropKey, dropSubscription, freshPair, idOf, keepKey, type KeptKey, madePasskey, publicText, readKey, shownPasskey, signed } from "./device";
import { forgetDays, forgetJourney } from "./progress";
import { hasServer } from "./site";
import { choose, settings } from "./settings.svelte";
import { language, speak, t, type Language } from "./words.svelte";
import type { Challenge, PasskeyOptions, PersonView, Profile, Proved } from "../generated/wire";

const MARGIN = 60_000; // milliseconds before a token's end from which it is not shown any more
/** What the host says of a key that it does not know, or not any more: the place is gone. */
const GONE = "person/unknown";
const NOT_GOOD = "person/token";

class Me {
  #kept = $state.raw<KeptKey | null>(null);
  #looked: Promise<void> | undefined;
  #proving: Promise<KeptKey> | undefined;
  /** Whether the host said that it does not know this device any more. */
  gone = $state(false);

  /** The name of one's place, once this device has been looked at; null without one. */
  get person(): string | null {
    return this.#kept?.place.person ?? null;
  }

  get profile(): Profile {
    return { name: settings.name, portrait: settings.portrait, language: language() };
  }

  /** Look whether this device has a place. */
  look(): Promise<void> {
    this.#looked ??= canProve() && hasServer() ? readKey().then((kept) => void (this.#kept = kept), () => {}) : Promise.resolve();
    return this.#looked;
  }

  /** Have a place at this host from now on. */
  async settle(): Promise<void> {
    const { profile } = this;
    await this.#enter("/api/people", { profile }, profile);
  }

  /** Take the place that somebody has here already, by what another of their devices shows or what they have on paper. */
  async join(by: "pair" | "recover", code: string): Promise<void> {
    await this.#enter(`/api/people/${by}`, { code });
    await this.#becomes(this.#kept!.place.told, true);
  }

  /** The same by a passkey; whether there was one. */
  async joinByPasskey(): Promise<boolean> {
    const { options } = await ask<PasskeyOptions>("POST", "/api/people/passkey/options");
    const credential = await shownPasskey(options);
    if (!credential) return false;
    await this.#enter("/api/people/passkey", { credential });
    await this.#becomes(this.#kept!.place.told, true);
    return true;
  }

  /** Have a passkey made; whether that was done. */
  async addPasskey(): Promise<boolean> {
    const { options } = await this.ask<PasskeyOptions>("POST", "/api/me/passkeys/options");
    const credential = await madePasskey(options);
    if (credential) await this.ask("POST", "/api/me/passkeys", { credential, label: "" });
    return credential !== null;
  }

  async #enter(path: string, more: object, told?: Profile): Promise<void> {
    this.#kept = await readKey(); // another window may have been quicker: nobody becomes two
    if (this.#kept) return;
    const pair = await freshPair();
    const { challenge } = await ask<Challenge>("POST", "/api/people/challenge");
    const body = { ...more, key: await publicText(pair), challenge, signature: await signed(pair, challenge), label: deviceName(navigator.userAgent) };
    const { person, profile, token, until } = await ask<Proved>("POST", path, body);
    await this.#keep({ pair, place: { person, token, until, told: told ?? profile } });
    this.gone = false;
  }

  /** Ask the host about oneself. */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    await this.look();
    let kept = this.#kept;
    if (!kept) throw new Refusal({ code: "page/no-place", sentence: t("This device has no place at this host.") });
    if (kept.place.until - MARGIN < Date.now()) kept = await this.#prove(kept);
    try {
      return await ask<T>(method, path, body, [kept.place.token]);
    } catch (error) {
      if (!(error instanceof Refusal) || error.problem.code !== NOT_GOOD) throw await this.#unlessGone(error);
      kept = await this.#prove(kept); // the host's own secret may be another than yesterday
      return await ask<T>(method, path, body, [kept.place.token]);
    }
  }

  /** The same for all who ask meanwhile. */
  #prove(kept: KeptKey): Promise<KeptKey> {
    this.#proving ??= this.#proved(kept).finally(() => (this.#proving = undefined));
    return this.#proving;
  }

  async #proved({ pair, place }: KeptKey): Promise<KeptKey> {
    try {
      const { challenge } = await ask<Challenge>("POST", "/api/people/challenge");
      const body = { key: await idOf(pair), challenge, signature: await signed(pair, challenge) };
      const { person, token, until } = await ask<Proved>("POST", "/api/people/token", body);
      return await this.#keep({ pair, place: { ...place, person, token, until } });
    } catch (error) {
      throw await this.#unlessGone(error);
    }
  }

  async #unlessGone(error: unknown): Promise<unknown> {
    if (error instanceof Refusal && error.problem.code === GONE) {
      await this.#drop();
      this.gone = true;
    }
    return error;
  }

  /** Who one is at the host. What was changed here is told there, and what another device changed there is so here. */
  async agree(): Promise<PersonView> {
    const told = this.#kept?.place.told;
    const view = await this.ask<PersonView>("GET", "/api/me");
    if (told && !same(told, this.profile)) return (await this.tell()) ?? view;
    if (told && !same(told, view.profile)) await this.#becomes(view.profile, false);
    return view;
  }

  /** Tell the host what has changed; without a place there is nothing to tell. */
  async tell(): Promise<PersonView | null> {
    const { profile } = this;
    if (!this.#kept || !profile.name || same(this.#kept.place.told, profile)) return null;
    const view = await this.ask<PersonView>("PUT", "/api/me", profile);
    await this.#note(profile);
    return view;
  }

  /** Another device said so. In which language one reads is this device's own affair, unless it is new. */
  async #becomes(profile: Profile, fresh: boolean): Promise<void> {
    choose({ name: profile.name, portrait: profile.portrait });
    if (fresh && profile.language !== language()) await speak(profile.language as Language, true);
    await this.#note({ ...profile, language: language() });
  }

  async #note(told: Profile): Promise<void> {
    if (this.#kept) await this.#keep({ ...this.#kept, place: { ...this.#kept.place, told } });
  }

  /** Which of the host's keys is this device's. */
  async keyId(): Promise<string> {
    return this.#kept ? idOf(this.#kept.pair) : "";
  }

  /** The host forgets everything about oneself, and so does this device. */
  async forget(): Promise<void> {
    if (this.#kept) await this.ask("DELETE", "/api/me");
    await this.#drop();
    this.gone = false;
    this.#forgetHere();
  }

  /** This device gives up the place, which stays on the others; nothing of whoever had it remains here. */
  async leave(): Promise<void> {
    await this.ask("DELETE", `/api/me/keys/${await this.keyId()}`);
    await this.#drop();
    this.#forgetHere();
  }

  #forgetHere(): void {
    choose({ name: "", portrait: "" });
    forgetJourney();
    forgetDays();
  }

  async #keep(kept: KeptKey): Promise<KeptKey> {
    this.#kept = kept;
    await keepKey(kept);
    return kept;
  }

  async #drop(): Promise<void> {
    this.#kept = null;
    if (canProve()) await dropKey();
    choose({ told: "" });
    await dropSubscription();
  }
}

const same = (one: Profile, other: Profile): boolean => one.name === other.name && one.portrait === other.portrait && one.language === other.language;

export const me = new Me();
