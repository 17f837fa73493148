/** What the host of this server says to everybody, and offers. Announcements that were closed stay closed in this browser. */
import type { Announcement, HouseView } from "../generated/wire";
import { ask, Refusal } from "./api";
import { network } from "./network.svelte";
import { hasServer } from "./site";

const STORED = "ewala.house.closed";
const MOST = 50; // closed ones to remember

function stored(): number[] {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "[]") as number[];
  } catch {
    return [];
  }
}

class ServerInfo {
  view = $state.raw<HouseView | null>(null);
  #closed = $state.raw<number[]>(stored());

  /** The newest that was not closed. */
  get announcement(): Announcement | undefined {
    return this.view?.announcements.findLast(({ id, until }) => !this.#closed.includes(id) && (until === null || until > Date.now()));
  }

  /** Until something else is known, everything is offered. */
  offers(what: "rated" | "evenings" | "lobby"): boolean {
    return this.view?.[what] ?? true;
  }

  /** Whoever comes to another place hears what is new; a host that does not answer says nothing. */
  async look(): Promise<void> {
    if (!hasServer() || network.away) return;
    try {
      this.view = await ask<HouseView>("GET", "/api/house");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** What is told while one sits at a table. */
  hear(announcements: Announcement[]): void {
    if (this.view) this.view = { ...this.view, announcements };
    else void this.look();
  }

  close(id: number): void {
    this.#closed = [...this.#closed, id].slice(-MOST);
    localStorage.setItem(STORED, JSON.stringify(this.#closed));
  }
}

export const serverInfo = new ServerInfo();
