/** The stock of positions, a day each (ewala/games/daily_puzzles.py). The same day has the same for everybody. */
import { ask, Refusal } from "../lib/api";
import { hex, sha256 } from "../lib/sha256";
import { hasServer } from "../lib/site";
import type { Chosen, GameName, Seat } from "../generated/wire";

const STOCKS = import.meta.glob<Stock>("../generated/days/*.json", { import: "default" });
const FIRST = Date.UTC(2026, 0, 1);
const DAY = 86_400_000; // milliseconds
const DIGITS = 8;

export interface Day {
  record: number;
  ply: number;
  seat: Seat;
  position: string;
  before: string[];
  best: string[];
  /** Of each choice, by its key: the chance of winning that it leaves, best first. */
  values: Record<string, number>;
  fooled: string[];
}

interface Stock {
  game: GameName;
  parameters: Record<string, string>[];
  records: string[];
  days: Day[];
}

const named = (game: GameName) => `../generated/days/${game}.json`;

export const hasDays = (game: GameName): boolean => named(game) in STOCKS;
export const stockOf = (game: GameName): Promise<Stock> => STOCKS[named(game)]!();

/** Which position of so many a date has. */
export function numberOn(date: string, count: number): number {
  const days = Math.floor((Date.parse(date) - FIRST) / DAY);
  return ((days % count) + count) % count;
}

/** What a position is called among the choices, by its text as whoever chose sees it. */
export const keyOf = (text: string): string => hex(sha256(new TextEncoder().encode(text))).slice(0, DIGITS);

export interface Judged {
  /** What it cost of the chance of winning, from 0 to 1. */
  loss: number;
  /** The how-manieth best it is, and of how many. */
  rank: number;
  of: number;
  value: number;
  best: number;
}

/** What the coach says of a choice; nothing, if it is none. */
export function judged({ values }: Pick<Day, "values">, key: string): Judged | null {
  const value = values[key];
  if (value === undefined) return null;
  const all = Object.values(values);
  const best = Math.max(...all);
  return { loss: best - value, rank: 1 + all.filter((other) => other > value).length, of: all.length, value, best };
}

/** How large a mistake is, as the coach names them (ewala/kit/mistakes.py). */
export function sizeOf(loss: number): "blunder" | "mistake" | "slip" | null {
  return loss >= 0.1 ? "blunder" : loss >= 0.04 ? "mistake" : loss >= 0.01 ? "slip" : null;
}

// What others chose in the position of the day.
export interface Choice {
  /** The how-manieth best. */
  rank: number;
  times: number;
  /** Of all, from 0 to 1. */
  share: number;
  mine: boolean;
}

/** Tell the host what was chosen, if that was just now, and hear what others did; nothing where no host is to be reached. */
export async function askOthers(game: GameName, today: string, key: string, fresh: boolean): Promise<Chosen["choices"] | null> {
  if (!hasServer()) return null;
  try {
    const path = `/api/days/${encodeURIComponent(game)}/${today}`;
    return (await (fresh ? ask<Chosen>("POST", path, { choice: key }) : ask<Chosen>("GET", path))).choices;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The best one, one's own, and the most frequent, best first. */
export function choicesOf(day: Pick<Day, "values">, told: Chosen["choices"], mine: string, most: number): Choice[] {
  const all = Object.values(told).reduce((sum, times) => sum + times, 0);
  const best = Object.keys(day.values).find((key) => judged(day, key)?.rank === 1) ?? mine;
  const frequent = Object.keys(told).sort((one, other) => told[other]! - told[one]!);
  const shown = new Set([best, mine, ...frequent].filter((key) => key in day.values).slice(0, most));
  return [...shown]
    .map((key) => ({ rank: judged(day, key)!.rank, times: told[key] ?? 0, share: all ? (told[key] ?? 0) / all : 0, mine: key === mine }))
    .sort((one, other) => one.rank - other.rank);
}
