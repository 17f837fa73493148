/** What kind of screen this is, and the head of the page while a board is the page. */
import { type Snippet, untrack } from "svelte";
import { MediaQuery } from "svelte/reactivity";
import { stepTime } from "./settings.svelte";

/** Whether there is room for more beside a board. */
export const wide = new MediaQuery("min-width: 62rem");

/** Whether there is hardly room for words. */
export const narrow = new MediaQuery("max-width: 23rem");

/** While a board is the page its head is one slim line, in which the table has a place of its own. */
class Head {
  slim = $state(false);
  middle = $state.raw<Snippet | null>(null);
}
export const head = new Head();

// What of the screen is a board's to be seen in: a bar lies over its bottom, and what matters keeps clear of it.

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

// What a screen reader says aloud: events as they happen, one after another.

export const announced = $state<{ lines: { id: number; text: string }[] }>({ lines: [] });
let last = 0;
const KEPT = 5;

export function announce(text: string): void {
  // An effect that announces something does not depend on what was announced before.
  const before = untrack(() => announced.lines);
  if (text) announced.lines = [...before, { id: ++last, text }].slice(-KEPT);
}
