/** To sit down: this device promises chance of its own for the dice, and keeps it with the key to the seat. */
import { api } from "./api";
import { claim } from "./claiming";
import { promiseOf } from "./dice";
import { keysOf, remember } from "./keys";
import type { Seat, TableView } from "../wire";
import { freshPart, keep, keepPart } from "./witness";

export async function sitDown(table: TableView, seat: Seat, name: string, before?: { table: string; key: string }): Promise<void> {
  const { seal } = keep(table);
  const part = freshPart();
  const { key } = await api.sit(table.id, seat, name, promiseOf(seal, seat, part), before);
  keepPart(table, seat, part);
  remember(table.id, { seats: { [seat]: key }, own: keysOf(table.id).own ?? seat });
  void claim(table.id);
}
