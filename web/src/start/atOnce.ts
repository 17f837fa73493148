/** A game with one press: everything as usual, and what is to be said of the rules can wait. */
import { gameModule } from "../lib/games.svelte";
import { language } from "../lib/words.svelte";
import type { GameName } from "../wire";
import { openTable, usuallyConfirms, usualSeating, type Opened } from "./opening";

/** Against the computer, or only watched; `bot` instead of whoever would sit there. */
export function openAtOnce(game: GameName, way: "computer" | "watch", bot?: string): Promise<Opened> {
  const usual = Object.entries(usualSeating(game, way));
  const seating = Object.fromEntries(usual.map(([seat, sitting]) => [seat, bot ? { ...sitting, bot } : sitting]));
  return openTable({ game, options: gameModule(game).usualOptions(language()), settings: { confirm: usuallyConfirms(seating) } }, seating);
}
