/** How long things take to be shown, in times of a step. */
import type { Step } from "../../lib/playback.svelte";
import { read, readBid } from "./notation";

/** A reveal: the second stone is laid, both turn over, and what follows is told one by one. */
export const REVEAL = 7;
/** An effect: a stone moves, and what follows is told. */
export const EFFECT = 4;
const SEALED = 1.5;
const DEALT = 0.6;

/** How many step-times the move that led here is shown. */
export function lasts(step: Step): number {
  const { move, position } = step;
  if (!move) return 1;
  if (move.startsWith("!")) return DEALT;
  if (move === "-") return 1;
  if (!readBid(move)) return EFFECT;
  return Object.values(read(position.text).slots).some((lying) => lying.pending) ? SEALED : REVEAL;
}
