/** What the games are called: as on their boxes, in every language. */
import type { GameName } from "../lib/types";

export const GAME_TITLES: Record<GameName, string> = {
  "kingdom-run": "Kingdom Run",
  "chronicles-of-run": "The Chronicles of Run",
};
