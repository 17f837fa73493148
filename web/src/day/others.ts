/** What others chose in the position of the day. */
import { ask, Refusal } from "../lib/api";
import { hasServer } from "../lib/site";
import type { Chosen, GameName } from "../wire";
import { judged, type Day } from "./stock";

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
