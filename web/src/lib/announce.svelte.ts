/** What a screen reader says aloud: events as they happen, one after another. */

export const announced = $state<{ lines: { id: number; text: string }[] }>({ lines: [] });
let last = 0;
const KEPT = 5;

export function announce(text: string): void {
  if (text) announced.lines = [...announced.lines, { id: ++last, text }].slice(-KEPT);
}
