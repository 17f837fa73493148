/** To sit down: this device promises chance of its own for the dice, and keeps it with the key to the seat. */
import { api, of } from "./api";
import { claim } from "./claiming";
import { promiseOf } from "./dice";
import { keysOf, remember } from "./keys";
import { me } from "./me.svelte";
import type { JoinedSeat, Seat, SeatView, TableView } from "../wire";
import { freshPart, keep, keepPart } from "./witness";

/** As whom one sits there. Most have no portrait, and servers need not know of any. */
export type Sitter = Pick<SeatView, "name" | "portrait">;

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
