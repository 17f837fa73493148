/** What the board says: lines of a reveal, prompts, labels. Sentences whole, so that they can be translated. */
import type { Seat } from "../../generated/wire";
import type { Bonus, TallyItem, Zone } from "../../generated/games/chronicles";
import { t } from "../../lib/words.svelte";
import { sideOf } from "../../lib/games.svelte";
import { character, GAME, zoneTold } from "./wording";
import { zoneOf, roleOf, slotOf } from "./notation";
import type { Line, Stone } from "./frame";

export const side = (seat: Seat): string => sideOf(GAME, seat);
export const zone = (number: number): string => zoneTold(number).name;
/** The same within a sentence. */
export const theZone = (number: number): string => t("the {zone_name}", { zone_name: zone(number) });
const name = (rune: number | null): string => (rune === null ? "" : character(rune).name);

/** A slot in words. */
export function place(slot: string): string {
  return roleOf(slot) === "a"
    ? t("{zone}, attacker", { zone: zone(zoneOf(slot)) })
    : t("{zone}, defender", { zone: zone(zoneOf(slot)) });
}

// --- What happens, line by line
export function made(): Line {
  return { text: t("Both bids are made.") };
}

export function revealed(stones: Stone[]): Line {
  const [first, second] = stones;
  if (!first || !second) return { text: "" };
  return {
    text: t("{first} for {side}, {second} for {other}.", {
      first: name(first.rune),
      side: side(first.side),
      second: name(second.rune),
      other: side(second.side),
    }),
  };
}

export function foreseen(seat: Seat): Line {
  return { text: t("Lisbeth sees ahead: the next bid of {side} is face up.", { side: side(seat) }), clause: "CR-5.5" };
}

export function destiny(before: Stone, after: Stone): Line {
  const blanks = { name: name(after.rune), destiny: after.destiny ?? 0 };
  const [gained] = after.bonuses.filter((bonus) => !before.bonuses.some((had) => had.kind === bonus.kind));
  const [lost] = before.bonuses.filter((bonus) => !after.bonuses.some((has) => has.kind === bonus.kind));
  if (gained?.kind === "madness") return { text: t("Madness: {name} attacks with {destiny}.", blanks), clause: gained.clause };
  if (gained?.kind === "deceit") return { text: t("Deceit: {name} defends with {destiny}.", blanks), clause: gained.clause };
  if (gained) return { text: t("Justice: {name}, next to Keera, has {destiny}.", blanks), clause: gained.clause };
  return { text: t("{name} now has {destiny}.", blanks), clause: lost?.clause };
}

export function decided(number: number, now: Zone, stones: Stone[]): Line {
  const where = zone(number);
  if (now.disputed) return { text: t("{zone}: equal destinies, nobody has it.", { zone: where }), clause: "CR-6.2" };
  const winner = stones.find((stone) => stone.side === now.winner);
  const loser = stones.find((stone) => stone.side !== now.winner);
  if (!winner || !loser) return { text: t("{zone}: open again.", { zone: where }) };
  const blanks = { zone: where, winner: name(winner.rune), loser: name(loser.rune) };
  if (now.because === "fate") return { text: t("{zone}: Thaal beats Zhoor by Fate.", blanks), clause: "CR-6.3" };
  return { text: t("{zone}: {winner} beats {loser}.", blanks), clause: "CR-6.2" };
}

export function effect(by: string, move: string, stones: Stone[]): Line {
  const [seat, rune] = [by[0] ?? "", Number(by.slice(1))];
  const blanks = { name: name(rune), rune: character(rune).rune };
  if (move === "-") return { text: t("{name} does not use {rune}.", blanks), clause: "CR-3.4" };
  const at = slotOf(Object.fromEntries(stones.map((stone) => [stone.slot, stone])), seat, rune);
  const where = { ...blanks, zone: at ? theZone(zoneOf(at)) : "" };
  if (move.startsWith(">")) return { text: t("Treachery: {name} moves to {zone}.", where), clause: "CR-5.1" };
  const other = { ...where, other: name(Number(move.replace(/\D/g, ""))) };
  if (move.startsWith("x")) return { text: t("Brotherhood: {name} and {other} change places.", other), clause: "CR-5.2" };
  return { text: t("Lust: {name} brings {other} to {zone}.", other), clause: "CR-5.3" };
}

// --- Why a stone counts for what it does
export function bonus({ kind, points }: Bonus): string {
  if (kind === "madness") return t("+{points} as attacker (Madness)", { points });
  if (kind === "deceit") return t("+{points} as defender (Deceit)", { points });
  return t("+{points} from Keera next to it (Justice)", { points });
}

export function standing(now: Zone | undefined, stones: Stone[]): string {
  if (!now) return "";
  if (now.disputed) return t("Disputed: equal destinies, nobody scores.");
  if (!now.winner) return "";
  const winner = stones.find((stone) => stone.side === now.winner);
  if (now.because === "fate") return t("Would go to {side}: Thaal defeats Zhoor.", { side: side(now.winner) });
  return t("Would go to {side}, with {destiny}.", { side: side(now.winner), destiny: winner?.destiny ?? "" });
}

/** What Pain adds and Evil takes. */
export function extra(seat: Seat, { kind, points }: TallyItem): Line[] {
  const blanks = { side: side(seat), points: Math.abs(points) };
  if (kind === "pain") return [{ text: t("Pain: {points} more for {side}.", blanks), clause: "CR-6.4" }];
  if (kind === "evil") return [{ text: t("Evil: {points} less for {side}.", blanks), clause: "CR-6.4" }];
  return [];
}

/** What lies in a slot, for whoever hears the board. */
export function occupant(stone: Stone): string {
  const blanks = { side: side(stone.side), name: name(stone.rune), destiny: stone.destiny ?? "" };
  if (stone.rune === null) return t("a rune of {side}, face down", blanks);
  if (stone.face === "down") return t("{name} of {side}, face down", blanks);
  return t("{name} of {side}, destiny {destiny}", blanks);
}

export function label(slot: string, stone: Stone | undefined, free: string): string {
  return t("{place}: {occupant}", { place: place(slot), occupant: stone ? occupant(stone) : free });
}
