/** What this device has achieved, on the journey and in daily puzzles; it outlives the games themselves. */
import type { GameName } from "../generated/wire";

const JOURNEY = "ewala.journey";
const PUZZLES = "ewala.days";
const MOST = 400; // days of a game that are kept
const DAY = 86_400_000; // milliseconds

function stored<T extends object>(name: string): T {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? "{}");
    return (typeof kept === "object" && kept !== null ? kept : {}) as T;
  } catch {
    return {} as T;
  }
}

/** What a station is called where it is kept. */
export const stationName = (game: string, bot: string): string => `${game}/${bot}`;

/** Whom one meets at a station. */
export const opponentAt = (station: string | undefined): string | undefined => station?.split("/")[1];

export const beaten = () => stored<Record<string, number>>(JOURNEY);

/** The first time counts. */
export function noteBeaten(station: string, at = Date.now()): void {
  const known = beaten();
  if (!(station in known)) localStorage.setItem(JOURNEY, JSON.stringify({ ...known, [station]: at }));
}

export function forgetJourney(): void {
  localStorage.removeItem(JOURNEY);
}

// Daily puzzles.
export interface Answered {
  /** Which choice it was (`key_of` in ewala/kit/analysis.py). */
  key: string;
  /** What it cost of the chance of winning. */
  loss: number;
}

/** By game, then by date. */
export type Answers = Record<GameName, Record<string, Answered>>;

/** The day that it is, the same all over the world. */
export const dateOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

const isSolved = ({ loss }: Answered): boolean => loss === 0;

export const answers = () => stored<Answers>(PUZZLES);

/** The first answer of a day stands. */
export function noteAnswer(game: GameName, date: string, answer: Answered): void {
  const known = answers();
  const own = known[game] ?? {};
  if (date in own) return;
  const kept = Object.entries({ ...own, [date]: answer }).sort(([a], [b]) => (a < b ? 1 : -1)).slice(0, MOST);
  localStorage.setItem(PUZZLES, JSON.stringify({ ...known, [game]: Object.fromEntries(kept) }));
}

export function forgetDays(): void {
  localStorage.removeItem(PUZZLES);
}

/** Days in a row that were solved, up to today; as long as today has no answer, up to yesterday. */
export function streak(own: Record<string, Answered> = {}, today: string): number {
  let at = Date.parse(today);
  if (!(today in own)) at -= DAY;
  let days = 0;
  for (; own[dateOf(at)] && isSolved(own[dateOf(at)]!); at -= DAY) days += 1;
  return days;
}
