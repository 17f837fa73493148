/** What a screen reader says aloud: events as they happen, one after another. */

import { untrack } from "svelte";

export const announced = $state<{ lines: { id: number; text: string }[] }>({ lines: [] });
let last = 0;
const KEPT = 5;

export function announce(text: string): void {
  // An effect that announces something does not depend on what was announced before.
  const before = untrack(() => announced.lines);
  if (text) announced.lines = [...before, { id: ++last, text }].slice(-KEPT);
}
