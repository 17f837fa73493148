/** What happened, turn by turn: in a record and at a table alike. */
import type { Result, Seat } from "../generated/wire";
import type { GameParts } from "./game";
import type { Step } from "./playback.svelte";
import { t } from "./words.svelte";

export interface Turn<Item> {
  /** Who stands in its heading, if anybody, and what that says. */
  seat: Seat;
  heading: string;
  items: Item[];
}

/** A position, as far as it says whose turn it is. */
export interface Before {
  text: string;
  to_act?: string;
}

/** Items in turns. An item belongs to the turn of the position before it; one without, to the turn that goes on. */
export function inTurns<Item>(items: Item[], before: (item: Item) => Before | null, { turns }: Pick<GameParts, "turns">, names: Record<Seat, string>, opening = ""): Turn<Item>[] {
  const found: (Turn<Item> & { label: string | null })[] = [];
  for (const item of items) {
    const position = before(item);
    const last = found.at(-1);
    if (!position) {
      if (last) last.items.push(item);
      else found.push({ label: null, seat: "", heading: opening, items: [item] });
      continue;
    }
    const label = turns ? turns.label(position.text) : (position.to_act ?? "");
    if (last && last.label === label && !turns?.begins(position.text)) last.items.push(item);
    else found.push({ label, seat: turns ? turns.seat(label) : label, heading: turns ? turns.heading(label, names) : (names[label] ?? label), items: [item] });
  }
  return found.map(({ seat, heading, items }) => ({ seat, heading, items }));
}

/** Whose doing a step is: of a roll, whoever has the turn; nobody's where chance acts for nobody. */
export function doerOf({ by, move, position }: Step, { turnOf }: Pick<GameParts, "turnOf">): Seat | null {
  if (by || move === null) return by;
  return turnOf ? turnOf(position.text) : (position.to_act ?? null);
}

export interface Change {
  seat: Seat;
  from: number;
  to: number;
}

/** Whose score a move has changed. */
export function changed(before: Record<Seat, number> | undefined, after: Record<Seat, number> | undefined): Change[] {
  if (!before || !after) return [];
  return Object.entries(after).flatMap(([seat, to]) => (before[seat] !== undefined && before[seat] !== to ? [{ seat, from: before[seat], to }] : []));
}

/** A line of the story, as a list of turns shows it. */
export interface Line {
  /** By which it is chosen, if it leads to a position. */
  at: number | null;
  /** Its number in the list. */
  key: number;
  words: string;
  more: string[];
  scores: Change[];
  comments?: string[];
}

// How a game ended, in words: who has won, and why.
type Ended = Pick<Result, "winners" | "ending">;

export function titleOfResult(result: Ended, names: Record<Seat, string>, parts: GameParts): string {
  const winners = result.winners.map((seat) => names[seat] ?? seat);
  const [name = "", other = ""] = winners;
  if (result.ending === "broken-off") return t("The table was closed.");
  if (winners.length === 1) return t("{name} wins!", { name });
  if (winners.length === 2 && parts.shares) return t("{name} and {other} share the victory!", { name, other });
  if (winners.length && parts.shares) return t("They share the victory: {names}!", { names: winners.join(", ") });
  return t("A draw!");
}

/** "" if there is nothing to say. */
export function whyItEnded(result: Ended, names: Record<Seat, string>, parts: GameParts): string {
  return result.ending === "resignation" ? t("The opponent gave up.") : parts.ended(result, names);
}
