/** How long a move takes to show, in step times: far enough apart to be followed, never long. */
import type { Step } from "../../lib/playback.svelte";

export const TRAVEL = 2; // a runner's whole way by catch-up or bathing, however far
export const HOP = 1;
export const TUMBLE = 2;

export function lasts(step: Step): number {
  switch (step.move?.[0]) {
    case "!":
      return TUMBLE;
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
