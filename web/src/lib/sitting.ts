/** To sit down: this device promises chance of its own for the dice, and keeps it with the key to the seat. */
import { api, of } from "./api";
import { claim } from "./claiming";
import { promiseOf } from "./dice";
import { keysOf, remember } from "./keys";
import { me } from "./me.svelte";
import type { JoinedSeat, Seat, TableView } from "../wire";
import { freshPart, keep, keepPart } from "./witness";

export async function sitDown(table: TableView, seat: Seat, name: string, before?: { table: string; key: string }): Promise<void> {
  const { seal } = keep(table);
  const part = freshPart();
  const promise = promiseOf(seal, seat, part);
  await me.look();
  // At a rated table one may have to say who one is before the last seat is taken.
  const { key } = table.rated && !before && me.person
    ? await me.ask<JoinedSeat>("POST", `${of(table.id)}/seats/${seat}`, { name, promise })
    : await api.sit(table.id, seat, name, promise, before);
  keepPart(table, seat, part);
  remember(table.id, { seats: { [seat]: key }, own: keysOf(table.id).own ?? seat });
  void claim(table.id);
}
