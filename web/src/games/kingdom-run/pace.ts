/** How long a move takes to show, in step times: far enough apart to be followed, never long. */
import type { Step } from "../../lib/playback.svelte";

export const TRAVEL = 2; // a runner's whole way by catch-up or bathing, however far
export const HOP = 1;
export const TUMBLE = 2;

const LYING = 0.3; // of a roll, after the last die has come to rest

/** Dice are named when they lie. */
export function airs(step: Step): number {
  return step.move?.startsWith("!") ? TUMBLE + LYING : 0;
}

export function lasts(step: Step): number {
  switch (step.move?.[0]) {
    case "!":
      return TUMBLE + 2 * LYING;
    case "C":
    case "B":
      return TRAVEL + 0.3;
    case "D":
    case "+":
      return HOP + 0.2;
    case "V":
      return 2;
    case "L":
      return 1.2;
    default:
      return 0.4;
  }
}
