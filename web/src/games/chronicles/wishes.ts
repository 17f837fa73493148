/** What whoever must act can choose, and what the page says about it. Legal is what the server lists; nothing else. */
import { t } from "../../lib/words.svelte";
import type { Seat } from "../../generated/wire";
import { readBid, type Reading, roleOf, slotOf, zoneOf } from "./notation";
import * as say from "./sayings";
import { character } from "./wording";

export interface Choice {
  rune: number | null;
  slot: string | null;
}

/** The moves of an effect by the slot that one touches to make them. */
export function effectTargets(moves: string[], reading: Reading): Record<string, string> {
  const side = reading.deciding[0]?.[0] ?? "";
  const targets: Record<string, string> = {};
  for (const move of moves) {
    const at = move.startsWith(">")
      ? move.slice(1)
      : move.startsWith("x")
        ? slotOf(reading.slots, side, Number(move.slice(1)))
        : move.startsWith("<")
          ? slotOf(reading.slots, move[1]!, Number(move.slice(2)))
          : undefined;
    if (at) targets[at] = move;
  }
  return targets;
}

/** The move that touching a slot asks for, legal or not. */
export function effectWish(slot: string, reading: Reading): string | null {
  const by = reading.deciding[0] ?? "";
  const there = reading.slots[slot];
  if (by.slice(1) === "2") return `>${slot}`;
  if (!there?.rune || by === `${there.side}${there.rune}`) return null;
  return by.slice(1) === "3" ? `x${there.rune}` : `<${there.side}${there.rune}`;
}

/** The slots for a rune, or for any if none is chosen. */
export function bidSlots(moves: string[], rune: number | null): Set<string> {
  const bids = moves.map(readBid).filter((bid) => bid !== null);
  return new Set(bids.filter((bid) => rune === null || bid.rune === rune).map((bid) => bid.slot));
}

export function bidRunes(moves: string[], slot: string | null): Set<number> {
  const bids = moves.map(readBid).filter((bid) => bid !== null);
  return new Set(bids.filter((bid) => slot === null || bid.slot === slot).map((bid) => bid.rune ?? 0));
}

export function bidLabel({ rune, slot }: { rune: number; slot: string }): string {
  const blanks = { name: character(rune).name, zone: say.zone(zoneOf(slot)) };
  return roleOf(slot) === "a" ? t("Bid {name} on {zone} as attacker", blanks) : t("Bid {name} on {zone} as defender", blanks);
}

export function effectLabel(move: string, reading: Reading): string {
  const by = character(Number(reading.deciding[0]?.slice(1))).name;
  if (move.startsWith(">")) {
    const blanks = { name: by, zone: say.zone(zoneOf(move.slice(1))) };
    return roleOf(move.slice(1)) === "a" ? t("Move {name} to {zone} as attacker", blanks) : t("Move {name} to {zone} as defender", blanks);
  }
  const other = character(Number(move.replace(/\D/g, ""))).name;
  return move.startsWith("x") ? t("Swap {name} with {other}", { name: by, other }) : t("Bring {other} to {name}", { name: by, other });
}

export function bidPrompt(choice: Choice, foreseen: boolean): string {
  if (choice.rune !== null && choice.slot !== null) {
    return foreseen ? t("Your bid will lie face up: Clairvoyance.") : t("Your bid will lie face down until both are made.");
  }
  if (choice.rune !== null) return t("Choose a slot for {name}.", { name: character(choice.rune).name });
  if (choice.slot !== null) return t("Choose a rune for {zone}.", { zone: say.theZone(zoneOf(choice.slot)) });
  return foreseen ? t("Choose a rune and a slot. This bid is face up: Clairvoyance.") : t("Choose a rune and a slot.");
}

export function effectPrompt(by: string): string {
  const rune = Number(by.slice(1));
  if (rune === 2) return t("Treachery: Aruh'ka may move to a marked slot of an adjacent zone.");
  if (rune === 3) return t("Brotherhood: Broin may change places with a marked good character in an adjacent zone.");
  return t("Lust: Loreen may bring a marked opponent of lower destiny into her zone.");
}

/** What one waits for, when it is not this device that acts. */
export function waitingPrompt(reading: Reading, names: Record<Seat, string>): string {
  const called = (seat: Seat) => names[seat] || say.side(seat);
  if (reading.phase === "deal") return t("The tiles are being turned up.");
  if (reading.phase === "bid") return t("{name} chooses a bid.", { name: called(reading.bidder) });
  if (reading.phase === "over") return t("All nine turns are played.");
  const by = reading.deciding[0] ?? "";
  return t("{name} decides what {character} does.", { name: called(by[0] ?? ""), character: character(Number(by.slice(1))).name });
}

// What a coach's move looks like on the board: a stone and its slot.
export interface Advice {
  side: Seat;
  slot: string;
  /** The rune to take from the rack, where it is a bid. */
  rune: number | null;
  /** The stone that would come to a free slot. */
  ghost: number | null;
}

export function adviceOf(move: string, reading: Reading): Advice | null {
  const bid = readBid(move);
  if (bid) return { side: reading.bidder, slot: bid.slot, rune: bid.rune, ghost: bid.rune };
  const [slot] = Object.keys(effectTargets([move], reading));
  const by = reading.deciding[0];
  if (!slot || !by) return null;
  return { side: by[0]!, slot, rune: null, ghost: reading.slots[slot] ? null : Number(by.slice(1)) };
}
