/** The keys that this browser holds: whoever has one is whoever sits there. */
import type { Seat } from "../generated/wire";

export interface TableKeys {
  host?: string;
  watch?: string;
  seats: Record<Seat, string>;
  /** Several players share this device. */
  shared?: boolean;
  /** The seat of whoever the device belongs to: the first that was taken on it. */
  own?: Seat;
  /** Who has told the host that a seat here is theirs, and which. */
  claimed?: string;
  /** Who has let a game of this device join their own at the host, and what it is called there. */
  joined?: string;
  /** The station of the journey that is played there (lib/journey.ts). */
  journey?: string;
  at: number;
}

const STORED = "ewala.keys";
const MOST = 200; // tables to remember

function all(): Record<string, TableKeys> {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "{}") as Record<string, TableKeys>;
  } catch {
    return {};
  }
}

export function keysOf(table: string): TableKeys {
  return all()[table] ?? { seats: {}, at: 0 };
}

export function remember(table: string, changes: Partial<TableKeys>, at = Date.now()): TableKeys {
  const known = all();
  const before = known[table] ?? { seats: {}, at: 0 };
  const keys = { ...before, ...changes, seats: { ...before.seats, ...changes.seats }, at };
  known[table] = keys;
  const kept = Object.entries(known).sort(([, a], [, b]) => b.at - a.at).slice(0, MOST);
  localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(kept)));
  return keys;
}

export function forgetSeat(table: string, seat: Seat): void {
  const known = all();
  if (known[table]) {
    delete known[table].seats[seat];
    delete known[table].claimed; // whoever sits down there again says so again
    localStorage.setItem(STORED, JSON.stringify(known));
  }
}

/** Tables that this browser was at, the latest first. */
export function knownTables(): { id: string; keys: TableKeys }[] {
  return Object.entries(all())
    .sort(([, a], [, b]) => b.at - a.at)
    .map(([id, keys]) => ({ id, keys }));
}

/** Which of a device's seats is its owner's: the first that was taken, where several share it. */
export function ownSeat({ seats, own }: TableKeys): Seat | undefined {
  if (own && own in seats) return own;
  const held = Object.keys(seats);
  return held.length === 1 ? held[0] : undefined;
}

export function bearer(keys: TableKeys): string[] {
  return [...Object.values(keys.seats), ...(keys.host ? [keys.host] : [])].slice(0, 4);
}

/** What a device shows to see as much as it may: what it holds, else that it may watch. */
export function shownKeys(keys: TableKeys): string[] {
  const held = bearer(keys);
  return held.length ? held : keys.watch ? [keys.watch] : [];
}
