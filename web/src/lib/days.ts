/** What this device answered to the positions of days, and how many days in a row it found the best turn. */
import type { GameName } from "../wire";

const STORED = "ewala.days";
const MOST = 400; // days of a game that are kept
const DAY = 86_400_000; // milliseconds

export interface Answered {
  /** Which choice it was (`key_of` in ewala/kit/turn_choice.py). */
  key: string;
  /** What it cost of the chance of winning. */
  loss: number;
}

/** By game, then by date. */
export type Answers = Record<GameName, Record<string, Answered>>;

/** The day that it is, the same all over the world. */
export const dateOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

export const isSolved = ({ loss }: Answered): boolean => loss === 0;

export function answers(): Answers {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Answers) : {};
  } catch {
    return {};
  }
}

/** The first answer of a day stands. */
export function noteAnswer(game: GameName, date: string, answer: Answered): void {
  const known = answers();
  const own = known[game] ?? {};
  if (date in own) return;
  const kept = Object.entries({ ...own, [date]: answer }).sort(([a], [b]) => (a < b ? 1 : -1)).slice(0, MOST);
  localStorage.setItem(STORED, JSON.stringify({ ...known, [game]: Object.fromEntries(kept) }));
}

export function forgetDays(): void {
  localStorage.removeItem(STORED);
}

/** Days in a row that were solved, up to today; as long as today has no answer, up to yesterday. */
export function streak(own: Record<string, Answered> = {}, today: string): number {
  let at = Date.parse(today);
  if (!(today in own)) at -= DAY;
  let days = 0;
  for (; own[dateOf(at)] && isSolved(own[dateOf(at)]!); at -= DAY) days += 1;
  return days;
}
