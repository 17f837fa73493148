/** What of the screen is a board's to be seen in: a bar lies over its bottom, and what matters keeps clear of it. */
import { stepTime } from "./settings.svelte";

/** How many pixels the bar covers; none where there is no bar. */
export const bar = $state({ height: 0 });

const MARGIN = 8; // pixels

/** Scroll no further than it takes to see all of these above what is covered; if that cannot be, the uppermost. */
export function bringIntoSight(marks: Iterable<Element>, covered: number): void {
  const boxes = [...marks].map((mark) => mark.getBoundingClientRect());
  const top = Math.min(...boxes.map((box) => box.top)) - MARGIN;
  const bottom = Math.max(...boxes.map((box) => box.bottom)) + MARGIN;
  const below = bottom - (innerHeight - covered);
  const by = Math.min(Math.max(0, below), top);
  if (boxes.length && by) scrollBy({ top: by, behavior: stepTime() ? "smooth" : "auto" });
}
