/** The stations of the journey, from the gentlest opponent to the most merciless: the games take turns, level by level. */
import { levelsOf } from "../lib/bots";
import { gameModule, games } from "../lib/games.svelte";
import { stationName } from "../lib/journey";
import type { BotView, GameName } from "../wire";

export interface Station {
  name: string;
  game: GameName;
  bot: string;
  title: string;
}

/** Whoever is beaten stays so; the first who is not comes next; the others wait behind. */
export type Standing = "won" | "next" | "closed";

/** Only games that have something to tell take part. */
export function stations(): Station[] {
  const telling = games().filter(({ name }) => gameModule(name).stories);
  return interleaved(telling.map(({ name: game }) => levelsOf(game).map((bot) => stationOf(game, bot))));
}

const stationOf = (game: GameName, { name: bot, title }: BotView): Station => ({ name: stationName(game, bot), game, bot, title });

/** The first of each list, then the second of each, and so on. */
export function interleaved<T>(lists: readonly T[][]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, n) => lists.flatMap((list) => list.slice(n, n + 1))).flat();
}

export function standings(names: readonly string[], beaten: Record<string, number>): Standing[] {
  const next = names.findIndex((name) => !(name in beaten));
  return names.map((name, n) => (name in beaten ? "won" : n === next ? "next" : "closed"));
}
