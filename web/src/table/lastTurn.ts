/** What the last player did: the steps of the latest turn that was not one's own. */
import type { Step } from "../lib/playback.svelte";
import type { Seat } from "../wire";

export interface LastTurn {
  seat: Seat;
  words: string[];
  /** How many steps of the past come before it. */
  from: number;
}

/** A roll has no player of its own: it belongs to whoever moves next. */
export function lastTurn(past: Step[], you: Seat[]): LastTurn | null {
  let end = past.length - 1;
  while (end > 0 && !isTheirs(past[end]!, you)) end--;
  const seat = past[end]?.by;
  if (end <= 0 || !seat) return null;
  let from = end;
  while (from > 1 && belongs(past[from - 1]!, seat)) from--;
  const words = past.slice(from, end + 1).map((step) => step.words).filter(Boolean);
  return { seat, words, from };
}

const isTheirs = (step: Step, you: Seat[]) => step.move !== null && step.by !== null && !you.includes(step.by);
const belongs = (step: Step, seat: Seat) => step.move !== null && (step.by === seat || step.by === null);
