/** What the others did since one acted oneself: their turns, one after another. */
import type { Step } from "../lib/playback.svelte";
import type { Seat } from "../wire";

export interface Others {
  /** Whose turns they were, in order. */
  seats: Seat[];
  /** How many steps of the past come before them. */
  from: number;
}

/** Of what has been shown, the latest turns that were not one's own; who plays for nobody, or for several, has the last turn. */
export function othersTurns(past: Step[], you: Seat[], doer: (step: Step) => Seat | null): Others | null {
  const alone = you.length === 1;
  const theirs = past.map((step) => {
    const seat = step.move === null ? null : doer(step);
    return seat !== null && !(alone && you.includes(seat)) ? seat : null;
  });
  const end = theirs.findLastIndex((seat, n) => n > 0 && seat !== null && past[n]!.by !== null);
  if (end < 0) return null;
  let from = end;
  while (from > 1 && theirs[from - 1] !== null && (alone || theirs[from - 1] === theirs[end])) from--;
  const seats = theirs.slice(from, end + 1).filter((seat) => seat !== null);
  return { seats: seats.filter((seat, n) => seats.indexOf(seat) === n), from };
}
