/** Chances and changes as figures, in the reader's language. */
import { language, t } from "../lib/words.svelte";

/** A chance: 53 %. */
export function percent(chance: number): string {
  return new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(Math.min(1, Math.max(0, chance)));
}

/** A change in percentage points, with its sign. */
export function signed(change: number): string {
  return new Intl.NumberFormat(language(), { signDisplay: "exceptZero", maximumFractionDigits: 1 }).format(100 * change);
}

/** A loss in words: 8.2 points. */
export function points(loss: number): string {
  return t("{points} points", { points: new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(100 * loss) });
}
