/** Turning over, as a transition: the old face goes in the first half of a step, the new one comes in the second. */
import { stepTime } from "../../lib/settings.svelte";

export function turning(_: Element, { coming }: { coming: boolean }) {
  const duration = stepTime() / 2;
  return { duration, delay: coming ? duration : 0, css: (share: number) => `transform: scaleX(${share})` };
}
