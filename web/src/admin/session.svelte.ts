/** The host's desk: looked at every few seconds, and acted at by whoever has its key. The key stays in this browser until one leaves. */
import { ask, Refusal } from "../lib/api";
import { saidOf } from "../lib/attempt.svelte";
import type { DeskView } from "../generated/wire";

const STORED = "ewala.desk";
const EVERY = 5_000; // milliseconds between looks

export class AdminSession {
  view = $state.raw<DeskView | null>(null);
  /** The same as it was the time before, at the same process: what goes on is told by the difference. */
  before = $state.raw<DeskView | null>(null);
  problem = $state("");
  busy = $state(false);
  /** Grows with every act, so that lists are read again. */
  acts = $state(0);
  key = $state(localStorage.getItem(STORED) ?? "");

  open(key: string): void {
    this.key = key;
    localStorage.setItem(STORED, key);
    void this.look();
  }

  leave(): void {
    this.key = "";
    this.view = this.before = null;
    this.problem = "";
    localStorage.removeItem(STORED);
  }

  /** Follow what goes on as long as somebody looks. */
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
    if (!this.key) return;
    try {
      const seen = await this.ask<DeskView>("GET", "");
      this.before = this.view && this.view.load.process === seen.load.process ? this.view : null;
      this.view = seen;
      this.problem = "";
    } catch (error) {
      this.#say(error);
    }
  }

  ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    return ask<T>(method, `/api/desk${path}`, body, [this.key]);
  }

  /** Do something; whether it was done. */
  async act(method: string, path: string, body?: unknown): Promise<boolean> {
    return this.attempt(() => this.ask(method, path, body));
  }

  async attempt(what: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    try {
      await what();
      this.acts += 1;
      await this.look();
      return true;
    } catch (error) {
      this.#say(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** A file, which the browser keeps. */
  async download(path: string, name: string): Promise<void> {
    await this.attempt(async () => {
      const answer = await fetch(`/api/desk${path}`, { method: "POST", headers: { authorization: `Bearer ${this.key}` } });
      if (!answer.ok) throw new Refusal(await answer.json());
      const address = URL.createObjectURL(await answer.blob());
      Object.assign(document.createElement("a"), { href: address, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    });
  }

  #say(error: unknown): void {
    if (error instanceof Refusal && error.problem.code === "desk/key") this.leave();
    this.problem = saidOf(error);
  }
}
