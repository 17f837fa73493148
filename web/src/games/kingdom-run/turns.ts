/** Whose turn a position's text speaks of (KR-10), where the server says no more than the text. */
import type { Turns } from "../../lib/game";
import type { Seat } from "../../wire";

const TURN = 4; // the fields of a position's text
const PHASE = 5;

export const turnOf = (text: string): Seat | null => text.split(" ")[TURN] ?? null;

/** A turn is a clan's; a clan that rolls begins a new one. */
export const turns: Turns = {
  label: (text) => turnOf(text) ?? "",
  begins: (text) => text.split(" ")[PHASE] === "roll",
  seat: (label) => label,
  heading: (label, names) => names[label] ?? label,
};
