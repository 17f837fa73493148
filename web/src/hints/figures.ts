/** Chances and changes as figures, in the reader's language: always per cent of a win, never points, which are the game's. */
import { language } from "../lib/words.svelte";

const FINE = 0.0995; // below, a tenth of a per cent is worth writing

/** A chance: 53 %. */
export function percent(chance: number): string {
  return written(Math.min(1, Math.max(0, chance)), 0);
}

/** A change of a chance, with its sign: +8.2 %. */
export function signed(change: number): string {
  return written(change, digitsOf(change), "exceptZero");
}

/** What was lost, without a sign: 8.2 %. */
export function lost(loss: number): string {
  return written(loss, digitsOf(loss));
}

/** How well somebody decided: 97.4 %, 76.0 %. What lost a little is not all, which alone is 100 %. */
export function accurate(accuracy: number): string {
  return written(Math.floor(accuracy * 1000) / 1000, 1, "auto", accuracy < 1 ? 1 : 0);
}

const digitsOf = (change: number): number => (Math.abs(change) < FINE ? 1 : 0);

function written(value: number, digits: number, signDisplay: "auto" | "exceptZero" = "auto", least = 0): string {
  const digitsWritten = { minimumFractionDigits: least, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language(), { style: "percent", signDisplay, ...digitsWritten }).format(value);
}
