/** To sit down: this device promises chance of its own for the dice, and keeps it with the key to the seat. */
import { isOfThisDevice } from "../local/messages";
import type { JoinedSeat, Problem, Seat, SeatView, TableView } from "../generated/wire";
import { api, of, Refusal } from "./api";
import { promiseOf } from "./dice";
import { keysOf, knownTables, ownSeat, remember } from "./keys";
import { me } from "./me.svelte";
import { freshPart, keep, keepPart } from "./diceCheck";

/** As whom one sits there. Most have no portrait, and servers need not know of any. */
type Sitter = Pick<SeatView, "name" | "portrait">;

export async function sitDown(table: TableView, seat: Seat, { name, portrait }: Sitter, before?: { table: string; key: string }): Promise<void> {
  const { seal } = keep(table);
  const part = freshPart();
  const who = { name, promise: promiseOf(seal, seat, part), ...(portrait && { portrait }) };
  await me.look();
  // At a rated table one may have to say who one is before the last seat is taken.
  const { key } = table.rated && !before && me.person
    ? await me.ask<JoinedSeat>("POST", `${of(table.id)}/seats/${seat}`, who)
    : await api.sit(table.id, seat, who, before);
  keepPart(table, seat, part);
  remember(table.id, { seats: { [seat]: key }, own: keysOf(table.id).own ?? seat });
  void claim(table.id);
}

// A person's seats are claimed at the host, so that their games are found together. Where it fails, the seat's key still counts.
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
