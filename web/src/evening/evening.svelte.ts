/** An evening as it stands: looked at every few seconds, and changed by whoever may. */
import { api, ask } from "../lib/api";
import { saidOf } from "../lib/attempt.svelte";
import { keysOf as keysAt } from "../lib/keys";
import { go, to } from "../lib/route.svelte";
import { sitDown } from "../lib/seats";
import { settings } from "../lib/settings.svelte";
import { language, t } from "../lib/words.svelte";
import type { EveningTable, EveningView, NewGuest, YourTable } from "../generated/wire";

const EVERY = 4_000; // milliseconds between looks

export class Evening {
  view = $state.raw<EveningView | null>(null);
  problem = $state("");
  busy = $state(false);
  readonly #path: string;

  constructor(readonly id: string) {
    this.#path = `/api/evenings/${encodeURIComponent(id)}`;
  }

  /** Follow it as long as somebody looks. */
  follow(): () => void {
    const look = () => void (!document.hidden || !this.view ? this.look() : undefined);
    look();
    const timer = setInterval(look, EVERY);
    addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      removeEventListener("visibilitychange", look);
    };
  }

  async look(): Promise<void> {
    await this.#change(() => this.#ask<EveningView>("GET", ""), true);
  }

  async come(name: string): Promise<void> {
    await this.#change(async () => {
      const { evening, key } = await this.#ask<NewGuest>("POST", "/guests", { name });
      remember(this.id, { guest: key, name: evening.name });
      return evening;
    });
  }

  leave = (who: string) => this.#change(() => this.#ask("DELETE", `/guests/${who}`));
  comeBack = (who: string) => this.#change(() => this.#ask("POST", `/guests/${who}/back`));
  beginRound = () => this.#change(() => this.#ask("POST", "/rounds"));
  standIn = (table: string, who: string) => this.#change(() => this.#ask("POST", `/tables/${table}/stand-in`, { who }));
  end = () => this.#change(() => this.#ask("POST", "/end"));

  /** Go to one's table, and sit down there unless one has. */
  async goTo({ table, seat, taken }: YourTable): Promise<void> {
    const name = this.nameOf(this.view?.me ?? "");
    try {
      if (!taken && !keysAt(table).seats[seat]) { // which may have happened in another window
        const { tables } = keysOf(this.id);
        await sitDown((await api.snapshot(table, [])).table, seat, { name, portrait: settings.portrait });
        remember(this.id, { tables: [...tables, table] });
      }
      go(to.table(table));
    } catch (error) {
      this.#say(error);
    }
  }

  /** Whether an arena pairs nobody any more. It is looked at with every look at the evening. */
  get timeIsOver(): boolean {
    return this.view?.kind === "arena" && Date.now() >= (this.view.until ?? 0);
  }

  /** How far it is: rounds, or until when an arena goes on. */
  get progress(): string {
    if (!this.view) return "";
    const { kind, held, rounds, until = 0 } = this.view;
    if (kind === "rounds") return t("{played} of {rounds} rounds", { played: held.length, rounds });
    if (this.timeIsOver) return t("the time is over");
    return t("whoever is free is paired at once, until {time}", { time: new Intl.DateTimeFormat(language(), { timeStyle: "short" }).format(until) });
  }

  nameOf(who: string): string {
    return this.view?.guests.find((guest) => guest.who === who)?.name ?? "";
  }

  /** Those who play together, who begins first. */
  namesAt({ seats }: EveningTable): string[] {
    return seats.map((who) => this.nameOf(who));
  }

  #ask<T = EveningView>(method: string, path: string, body?: unknown): Promise<T> {
    return ask<T>(method, this.#path + path, body, shown(keysOf(this.id)));
  }

  async #change(asked: () => Promise<EveningView>, quiet = false): Promise<void> {
    if (!quiet) this.busy = true;
    try {
      const seen = await asked();
      // What was asked earlier and is answered later tells nothing new.
      if (!this.view || seen.seq >= this.view.seq || !quiet) this.view = seen;
      this.problem = "";
    } catch (error) {
      this.#say(error);
    }
    if (!quiet) this.busy = false;
  }

  #say(error: unknown): void {
    this.problem = saidOf(error);
  }
}

/** The keys that this browser holds to evenings: to lead one, or to be somebody there. */
interface EveningKeys {
  organiser?: string;
  guest?: string;
  /** What it is called, for whoever comes back. */
  name: string;
  at: number;
  /** Tables that this browser has sat down at there. */
  tables: string[];
}

const STORED = "ewala.evenings";
const MOST = 20;

function all(): Record<string, EveningKeys> {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "{}") as Record<string, EveningKeys>;
  } catch {
    return {};
  }
}

export function keysOf(evening: string): EveningKeys {
  return all()[evening] ?? { name: "", at: 0, tables: [] };
}

export function remember(evening: string, changes: Partial<EveningKeys>): EveningKeys {
  const known = all();
  const keys = { ...(known[evening] ?? { name: "", tables: [] }), ...changes, at: Date.now() };
  known[evening] = keys;
  const kept = Object.entries(known).sort(([, a], [, b]) => b.at - a.at).slice(0, MOST);
  localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(kept)));
  return keys;
}

export function shown({ organiser, guest }: EveningKeys): string[] {
  return [organiser, guest].filter((key) => key !== undefined);
}

/** The evening to which a table belongs, if this browser has come to it from there. */
export function eveningOf(table: string): string | undefined {
  return Object.entries(all()).find(([, { tables }]) => tables.includes(table))?.[0];
}
