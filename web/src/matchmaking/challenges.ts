/** To ask somebody to a new table. */
import { invite, type Whom } from "../invitations/invite";
import { api, Refusal } from "../lib/api";
import { gameModule } from "../lib/games.svelte";
import { keysOf, shownKeys } from "../lib/keys";
import { settings } from "../lib/settings.svelte";
import { language } from "../lib/words.svelte";
import { openTable, usualSeating } from "../start/newGame";
import { wishRematch } from "../table/rematch.svelte";
import type { GameName, Played } from "../generated/wire";

/** A table for two, at which one sits, and to which somebody is asked; its name. */
export async function challenge(whom: Whom, game: GameName, rated: boolean): Promise<string> {
  const seating = usualSeating(game, "friends");
  for (const sitting of Object.values(seating)) if (sitting.who === "me") sitting.name = settings.name;
  const opened = await openTable({ game, options: gameModule(game).usualOptions(language()), settings: { confirm: false }, rated }, seating);
  await invite(opened.id, whom);
  return opened.id;
}

// The same company again, long after the game: its rematch, and everybody who can be is asked to come.
/** Whether this device has had a seat there, by whose key the next game is asked for. */
export function canPlayAgain({ table, status, local, with: others }: Played): boolean {
  return status === "over" && !local && others.length > 0 && Object.keys(keysOf(table).seats).length > 0;
}

/** The table of the next game. */
export async function playAgain({ table: id, with: others }: Played): Promise<string> {
  const { table, you } = await api.snapshot(id, shownKeys(keysOf(id)));
  const next = await wishRematch(table, you);
  for (const { seat, asked } of others) {
    if (asked) await unlessRefused(invite(next, { played_at: id, seat }, "rematch"));
  }
  return next;
}

/** Who does not want to be asked, or sits there already, is not: the others come all the same. */
async function unlessRefused(asked: Promise<void>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
