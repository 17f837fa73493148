/** The computer's players: what they are called, and who is chosen unless somebody chooses. */
import { choose, settings } from "../lib/settings.svelte";
import type { GameName } from "../lib/types";
import { msg, t } from "../lib/words.svelte";

/** As the server's roster has them; one that the page has no title for goes by its own name. */
const TITLES: Record<string, string> = {
  dormouse: msg("The Dormouse"),
  squire: msg("The Squire"),
  ranger: msg("The Ranger"),
  sorceress: msg("The Sorceress"),
  champion: msg("The Champion"),
  novice: msg("The Novice"),
  minstrel: msg("The Minstrel"),
  mercenary: msg("The Mercenary"),
  warlord: msg("The Warlord"),
  oracle: msg("The Oracle"),
  random: msg("Blind Chance"),
  greedy: msg("Plain Greed"),
};

/** Gentlest first. */
export const LEVELS: Record<GameName, readonly string[]> = {
  "kingdom-run": ["dormouse", "squire", "ranger", "sorceress", "champion"],
  "chronicles-of-run": ["novice", "minstrel", "mercenary", "warlord", "oracle"],
};
const USUAL = 1;
/** Who shows a game to somebody who looks on: of different minds, and quick. */
const SHOWN = [2, 3, 1, 0];

export function botName(bot: string): string {
  const title = TITLES[bot];
  return title ? t(title) : bot;
}

/** Whom this browser played last; at first, one that a beginner can beat. */
export function usualBot(game: GameName): string {
  const last = settings.opponents[game];
  return last && LEVELS[game].includes(last) ? last : LEVELS[game][USUAL]!;
}

export function preferBot(game: GameName, bot: string): void {
  choose({ opponents: { ...settings.opponents, [game]: bot } });
}

/** Who plays the seat of this number in a game that is only watched. */
export function shownBot(game: GameName, place: number): string {
  return LEVELS[game][SHOWN[place % SHOWN.length]!]!;
}
