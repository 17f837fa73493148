/** A game of the journey: at once, with the usual rules, and its table remembers which station it is. */
import { remember } from "../lib/keys";
import { openAtOnce } from "../start/newGame";
import type { Station } from "./stations";

export async function beginStation({ game, bot, name }: Pick<Station, "game" | "bot" | "name">): Promise<string> {
  const { id } = await openAtOnce(game, "computer", bot);
  remember(id, { journey: name });
  return id;
}
