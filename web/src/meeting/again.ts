/** The same company again, long after the game: its rematch, and everybody who can be is asked to come. */
import { api, Refusal } from "../lib/api";
import { keysOf, shownKeys } from "../lib/keys";
import { wishRematch } from "../table/rematch";
import type { Played } from "../wire";
import { invite } from "../inviting/asking";

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
