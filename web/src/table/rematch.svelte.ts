/** The next game of the same people: one tap of each, and it begins with seats exchanged. */
import { api, Refusal } from "../lib/api";
import { bearer, keysOf, remember } from "../lib/keys";
import type { Live } from "../lib/live.svelte";
import { seatOf } from "../lib/players";
import { go, to } from "../lib/route.svelte";
import { sitDown } from "../lib/seats";
import type { Seat, SeatView, TableView } from "../generated/wire";
import { untrack } from "svelte";

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

// Whoever waits for a rematch goes along when it begins, on all their devices.
const TRIES = 20;
const PAUSE = 250; // milliseconds between them

export function followRematch(live: () => Live): void {
  let before: boolean | null = null;
  let waits = false;
  let left = false;
  $effect(() => {
    const { table, you } = live();
    if (!table) return;
    const { missing } = wishes(table);
    const wished = you.length > 0 && !missing.some(({ seat }) => you.includes(seat));
    waits ||= wished && (before === null ? missing.length > 0 : !before);
    before = wished;
    if (!waits || left || missing.length || !table.rematch) return;
    waits = false;
    untrack(() => void goAlong(table, () => left));
  });
  $effect(() => () => (left = true));
}

/** Go there once the seats are taken, by whichever device; whoever has lost one meanwhile may choose another. */
async function goAlong(table: TableView, left: () => boolean): Promise<void> {
  const seats = seatsAlong(table);
  for (let tries = 0; tries < TRIES && !(await areTaken(table.rematch, seats)); tries++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (left()) return;
  }
  if (left()) return;
  takeKeysAlong(table.id, table.rematch);
  remember(table.rematch, { seats: { ...seats, ...keysOf(table.rematch).seats } });
  go(to.table(table.rematch));
}

async function areTaken(table: string, seats: Record<string, string>): Promise<boolean> {
  try {
    const { you } = await api.snapshot(table, Object.values(seats));
    return Object.keys(seats).every((seat) => you.includes(seat));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
}
