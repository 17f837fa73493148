/** What this device keeps of a table's dice to compute every roll again afterwards: the first seal, its own share, all promises. */
import { commitmentOf, lot, promiseOf, rolled, type Dice, type Outcome, type Roll } from "./dice";
import { hex } from "./sha256";
import type { Seat, TableView } from "../generated/wire";

interface Kept {
  /** The first one that this device was shown. */
  seal: string;
  /** Whether that was before the game. */
  early: boolean;
  /** Whether it was left to the dice who begins. */
  lot: boolean;
  /** This device's share for a seat; null if there is none, or the seal or its promise changed. From now on no promise may change. */
  parts: Record<Seat, string>;
  /** Of all seats, when this device first showed a part. */
  promises?: Record<Seat, string>;
  /** Seats whose part the server has taken. */
  taken?: Seat[];
  at: number;
}

const STORED = "ewala.dice";
const MOST = 200; // tables to remember
const PART_BYTES = 32;

function all(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "{}") as Record<string, Kept>;
  } catch {
    return {};
  }
}

export function keptOf(table: string): Kept | undefined {
  return all()[table];
}

function store(table: string, kept: Kept): void {
  const others = Object.entries(all()).filter(([id]) => id !== table).sort(([, a], [, b]) => b.at - a.at);
  const known = [[table, kept] as const, ...others.slice(0, MOST - 1)];
  try {
    localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(known)));
  } catch {
    // A browser that keeps nothing can still look on.
  }
}

/** Keep the seal of a table, unless one is kept already: the first counts. */
export function keep(table: TableView): Kept {
  const known = keptOf(table.id);
  if (known) return known;
  const early = table.status === "open";
  const kept = { seal: table.commitment, early, lot: early && table.parameters["first"] === "lot", parts: {}, at: Date.now() };
  store(table.id, kept);
  return kept;
}

/** Chance of this device's own: what it adds to the dice for a seat. */
export function freshPart(): string {
  return hex(crypto.getRandomValues(new Uint8Array(PART_BYTES)));
}

export function keepPart(table: TableView, seat: Seat, part: string): void {
  const kept = keep(table);
  store(table.id, { ...kept, parts: { ...kept.parts, [seat]: part } });
}

/**
 * What this device adds for a seat, now that it is asked for; null if there is nothing, or if the seal or its promise is
 * not what it was. From now on no promise may change: whoever knows this part could choose another.
 */
export function partToShow(table: TableView, seat: Seat): string | null {
  const kept = keep(table);
  const part = kept.parts[seat];
  if (part === undefined || table.commitment !== kept.seal) return null;
  if (table.promises[seat] !== promiseOf(kept.seal, seat, part)) return null;
  if (!kept.promises) store(table.id, { ...kept, promises: table.promises });
  return part;
}

/** The server has taken the part of a seat: from now on it cannot be said to be missing. */
export function partTaken(table: TableView, seat: Seat): void {
  const kept = keep(table);
  store(table.id, { ...kept, taken: [...new Set([...(kept.taken ?? []), seat])] });
}

/** Something that is not as it should be. */
export type Difference =
  | { what: "seal" | "secret" }
  | { what: "promise" | "missing" | "altered" | "part"; seat: Seat }
  | { what: "lot"; said: Seat; drawn: Seat }
  | ({ what: "roll"; number: number } & Roll);

type Outcomes = (drawn: string, before: string[]) => Outcome[];

export interface Verdict {
  /** How many were computed again; null if the page does not know what could have come up. */
  rolls: number | null;
  differences: Difference[];
  /** Whether the seal was kept before the game began. */
  early: boolean;
  /** Whether something of this device's own is in the dice. */
  added: boolean;
  /** Seats whose part is not in the dice, and was never taken: it came too late, or the server says so. */
  late: Seat[];
}

/** Every roll of a finished game, computed again from what this device has kept and from the secret. */
export function checked(table: TableView, log: string[], secret: string, you: Seat[], outcomes: Outcomes | undefined): Verdict {
  const kept = keep(table);
  const dice: Dice = { commitment: table.commitment, secret, promises: table.promises, entropy: table.entropy };
  const differences: Difference[] = [];
  if (table.commitment !== kept.seal) differences.push({ what: "seal" });
  if (commitmentOf(secret) !== table.commitment) differences.push({ what: "secret" });
  const seats = [...new Set([...Object.keys(table.promises), ...Object.keys(kept.promises ?? {})])].sort();
  for (const seat of seats) {
    const added = table.entropy[seat];
    const changed = kept.promises && kept.promises[seat] !== table.promises[seat];
    if (changed) differences.push({ what: "promise", seat });
    else if (added !== undefined && promiseOf(table.commitment, seat, added) !== table.promises[seat]) differences.push({ what: "part", seat });
  }
  const own = you.filter((seat) => kept.parts[seat] !== undefined);
  const late = own.filter((seat) => table.entropy[seat] === undefined && !kept.taken?.includes(seat));
  for (const seat of own) {
    if (late.includes(seat)) continue;
    if (table.entropy[seat] === undefined) differences.push({ what: "missing", seat });
    else if (table.entropy[seat] !== kept.parts[seat]) differences.push({ what: "altered", seat });
  }
  differences.push(...luck(dice, table, log, kept, outcomes));
  return { rolls: outcomes ? log.filter((move) => move.startsWith("!")).length : null, differences, early: kept.early, added: own.length > late.length, late };
}

function luck(dice: Dice, table: TableView, log: string[], kept: Kept, outcomes: Outcomes | undefined): Difference[] {
  const found: Difference[] = [];
  const { first = "", players = "" } = table.parameters;
  if (kept.lot) {
    const drawn = lot(dice, [...players]);
    if (drawn !== first) found.push({ what: "lot", said: first, drawn });
  }
  if (!outcomes) return found;
  rolled(dice, log, outcomes).forEach(({ said, drawn }, i) => {
    if (said !== drawn) found.push({ what: "roll", number: i + 1, said, drawn });
  });
  return found;
}
