/** What of the screen is a board's to be seen in: a bar lies over its bottom, and what matters keeps clear of it. */
import { stepTime } from "./settings.svelte";

/** How many pixels the bar covers; none where there is no bar. */
export const bar = $state({ height: 0 });

const MARGIN = 40; // pixels, where there is room: a runner is seen with its space

/** Scroll no further than it takes to see all of these above what is covered; if that cannot be, the uppermost. */
export function bringIntoSight(marks: Iterable<Element>, covered: number): void {
  const boxes = [...marks].map((mark) => mark.getBoundingClientRect());
  if (!boxes.length) return;
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const floor = innerHeight - covered;
  const margin = Math.min(MARGIN, Math.max(0, (floor - (bottom - top)) / 2));
  const by = Math.min(Math.max(0, bottom + margin - floor), top - margin);
  if (by) scrollBy({ top: by, behavior: stepTime() ? "smooth" : "auto" });
}
