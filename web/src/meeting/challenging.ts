/** To ask somebody to a new table. */
import { gameModule } from "../lib/games.svelte";
import { settings } from "../lib/settings.svelte";
import { language } from "../lib/words.svelte";
import { invite, type Whom } from "../inviting/asking";
import { openTable, usualSeating } from "../start/opening";
import type { GameName } from "../wire";

/** A table for two, at which one sits, and to which somebody is asked; its name. */
export async function challenge(whom: Whom, game: GameName, rated: boolean): Promise<string> {
  const seating = usualSeating(game, "friends");
  for (const sitting of Object.values(seating)) if (sitting.who === "me") sitting.name = settings.name;
  const opened = await openTable({ game, options: gameModule(game).usualOptions(language()), settings: { confirm: false }, rated }, seating);
  await invite(opened.id, whom);
  return opened.id;
}
