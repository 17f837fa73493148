/** The next table with the same people: whoever asks makes it, the others follow. */
import { api, Refusal } from "../lib/api";
import { keysOf, remember } from "../lib/keys";
import { sitDown } from "../lib/sitting";
import type { Seat, TableView } from "../wire";
import { seatOf } from "../lib/people";

/** Make the table, lay it as the old one was and sit down again. Its id; if there is one already, that one's. */
export async function offerRematch(table: TableView, you: Seat[], keys: string[]): Promise<string> {
  if (table.rematch) return followRematch(table, you);
  const made = await api.rematch(table.id, keys);
  const id = made.table.id;
  remember(id, { host: made.host_key, watch: made.watch_key, shared: keysOf(table.id).shared });
  await sitAgain(table, made.table, you);
  for (const { seat, kind, bot } of table.seats) {
    if (kind === "bot") await unlessRefused(api.bot(id, seat, bot, [made.host_key]));
    if (kind === "closed") await unlessRefused(api.close(id, seat, [made.host_key]));
  }
  return id;
}

/** Sit down where one sat before, at the table that somebody else made. */
export async function followRematch(table: TableView, you: Seat[]): Promise<string> {
  const known = keysOf(table.rematch).seats;
  const missing = you.filter((seat) => !known[seat]);
  if (missing.length) await unlessRefused(api.snapshot(table.rematch, []).then((fresh) => sitAgain(table, fresh.table, missing)));
  return table.rematch;
}

async function sitAgain(old: TableView, fresh: TableView, you: Seat[]): Promise<void> {
  for (const seat of you) await unlessRefused(sitDown(fresh, seat, seatOf(old, seat)?.name ?? ""));
}

/** A seat that is gone meanwhile can still be chosen anew in the waiting room. */
async function unlessRefused(wish: Promise<unknown>): Promise<void> {
  try {
    await wish;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
