/** Whose turn a position's text speaks of, where the server says no more than the text. */
import type { GameName, Seat } from "../lib/types";

const TURN = 4; // the fields of a position's text (KR-10, CR-7)
const PHASE = 5;

export function turnOf(game: GameName, text: string): Seat | null {
  const fields = text.split(" ");
  if (game === "kingdom-run") return fields[TURN] ?? null;
  return /^(?:bid|effect):([OC])/.exec(fields[PHASE] ?? "")?.[1] ?? null;
}

/** A name for the turn that is the same for all its positions: a clan, or a number and who has the initiative. */
export function turnLabel(text: string): string {
  return (text.split(" ")[TURN] ?? "").split("*")[0] ?? "";
}

export function phaseOf(text: string): string {
  return (text.split(" ")[PHASE] ?? "").split(":")[0] ?? "";
}

/** Whether a bid lies on the board that is not turned up yet, or not answered. */
export function bidIsPending(text: string): boolean {
  return /[([]/.test(text.split(" ")[2] ?? "");
}
