/** Whoever has a place at the host is known there to sit where they sit: their games are found together. It is said behind
 * the scenes, and where it fails nobody at the table hears of it: a seat's own key is what counts there. */
import { isOfThisDevice } from "../local/names";
import type { Problem } from "../wire";
import { Refusal } from "./api";
import { keysOf, knownTables, ownSeat, remember } from "./keys";
import { me } from "./me.svelte";

const FINAL = new Set(["table/unknown", "seat/not-yours", "person/seat-taken"]);
const MOST = 20; // tables of before one had a place, the latest first

/** Say it of a table, if it was not said before; what the host had against it is for whoever wants to know. */
export async function claim(table: string): Promise<Problem | null> {
  const keys = keysOf(table);
  const seat = ownSeat(keys);
  if (!seat || isOfThisDevice(table)) return null;
  await me.look();
  const { person } = me;
  const said = `${person} ${seat}`;
  if (!person || keys.claimed === said) return null;
  try {
    await me.ask("PUT", `/api/me/seats/${encodeURIComponent(table)}/${encodeURIComponent(seat)}`, { key: keys.seats[seat] });
    remember(table, { claimed: said }, keys.at);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) return null;
    // What the host says will not change is not asked again; all else, when one comes to the table again.
    if (FINAL.has(error.problem.code)) remember(table, { claimed: said }, keys.at);
    return error.problem;
  }
}

/** The tables at which somebody sat before they had a place, or on a device that has joined it. */
export async function claimAll(): Promise<void> {
  for (const { id } of knownTables().filter(({ id, keys }) => !isOfThisDevice(id) && ownSeat(keys)).slice(0, MOST)) await claim(id);
}
