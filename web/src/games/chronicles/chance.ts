/** What can be turned up: the zones one after another, then who begins. */
import type { Outcome } from "../../lib/dice";

const ZONES = "123456789";
const SIDES = "OC"; // order comes before chaos

export function outcomes(_drawn: string, before: string[]): Outcome[] {
  const faceDown = [...ZONES].filter((zone) => !before.includes(zone));
  return (faceDown.length ? faceDown : [...SIDES]).map((one) => [one, 1]);
}
