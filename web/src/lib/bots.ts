/** The computer's players, as the server's roster has them: what they are called, and who is chosen unless somebody chooses. */
import { gameView } from "./games.svelte";
import { choose, settings } from "./settings.svelte";
import type { BotView, GameName } from "../wire";

const USUAL = 1;
/** Who shows a game to somebody who looks on: of different minds, and quick. */
const SHOWN = [2, 3, 1, 0];

/** Gentlest first; where a game has none of its own, those that only serve to measure by. */
export function levelsOf(game: GameName): BotView[] {
  const { bots } = gameView(game);
  const own = bots.filter(({ level }) => level > 0).sort((a, b) => a.level - b.level);
  return own.length ? own : bots;
}

/** One that the roster does not have goes by its own name. */
export function botName(game: GameName, bot: string): string {
  return gameView(game).bots.find(({ name }) => name === bot)?.title ?? bot;
}

/** Whom this browser played last; at first, one that a beginner can beat. */
export function usualBot(game: GameName): string {
  const levels = levelsOf(game).map(({ name }) => name);
  const last = settings.opponents[game];
  return last && levels.includes(last) ? last : (levels[USUAL] ?? levels[0] ?? "");
}

/** Who sits down against somebody, one after another: whom they play as a rule, then those nearest to that. */
export function rival(game: GameName, place: number): string {
  const levels = levelsOf(game).map(({ name }) => name);
  const usual = levels.indexOf(usualBot(game));
  const near = levels.map((name, n) => ({ name, far: Math.abs(n - usual) - (n > usual ? 0.5 : 0) })).sort((a, b) => a.far - b.far);
  return near[place % near.length]?.name ?? "";
}

/** Who sits down next where some sit already: somebody else, as long as there is one. */
export function nextRival(game: GameName, seated: string[]): string {
  const all = levelsOf(game).map((_, place) => rival(game, place));
  return all.find((name) => !seated.includes(name)) ?? usualBot(game);
}

export function preferBot(game: GameName, bot: string): void {
  choose({ opponents: { ...settings.opponents, [game]: bot } });
}

/** Who plays the seat of this number in a game that is only watched. */
export function shownBot(game: GameName, place: number): string {
  const levels = levelsOf(game);
  return levels[SHOWN[place % SHOWN.length]! % levels.length]!.name;
}
