/** The next game of the same people: one tap of each, and it begins with seats exchanged. */
import { api, Refusal } from "../lib/api";
import { bearer, keysOf, remember } from "../lib/keys";
import { seatOf } from "../lib/people";
import { sitDown } from "../lib/seats";
import type { Seat, SeatView, TableView } from "../wire";

/** Say that this device's players would like a rematch, and sit down there: whoever is the last to do so starts it. */
export async function wishRematch(table: TableView, you: Seat[]): Promise<string> {
  const { table: fresh, seats } = await api.rematch(table.id, bearer(keysOf(table.id)));
  takeKeysAlong(table.id, fresh.id);
  const [known, held] = [keysOf(fresh.id).seats, keysOf(table.id).seats];
  for (const seat of you) {
    const there = seats[seat] ?? seat;
    const before = held[seat] ? { table: table.id, key: held[seat] } : undefined;
    const { name = "", portrait = "" } = seatOf(table, seat) ?? {};
    if (!known[there]) await unlessRefused(sitDown(fresh, there, { name, portrait }, before));
  }
  return fresh.id;
}

/** Whoever hosts or watches does so at the next table by the same keys. */
export function takeKeysAlong(from: string, next: string): void {
  const { host, watch, shared } = keysOf(from);
  remember(next, { ...(host ? { host } : {}), ...(watch ? { watch } : {}), ...(shared ? { shared } : {}) });
}

/** Seats and their keys as they are at the rematch: a key goes along with whoever holds it, so with all their devices. */
export function seatsAlong(table: TableView): Record<Seat, string> {
  return Object.fromEntries(Object.entries(keysOf(table.id).seats).map(([seat, key]) => [table.rematch_seats[seat] ?? seat, key]));
}

/** The people who have yet to say that they would like a rematch; those who have. */
export function wishes(table: TableView): { missing: SeatView[]; wishing: SeatView[] } {
  const people = table.seats.filter(({ kind }) => kind === "person");
  return { missing: people.filter(({ again }) => !again), wishing: people.filter(({ again }) => again) };
}

/** A seat that is gone meanwhile can still be chosen anew in the waiting room. */
async function unlessRefused(wish: Promise<unknown>): Promise<void> {
  try {
    await wish;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
