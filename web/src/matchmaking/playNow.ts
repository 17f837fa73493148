/** A game with whoever is there: at a table where somebody waits, else somebody can come to a new one. */
import { api, ask, Refusal } from "../lib/api";
import { forgetSeat, keysOf, remember } from "../lib/keys";
import { seeking } from "../lib/seeking.svelte";
import { settings } from "../lib/settings.svelte";
import { sitDown } from "../lib/seats";
import { guestName } from "../start/newGame";
import type { GameName, OfferedSeat, TableView } from "../generated/wire";

interface Wish {
  game: GameName;
  /** 0: any number. */
  players: number;
  rated: boolean;
}

const TRIES = 5; // at seats that others were quicker to take
const GONE = new Set(["table/seat-taken", "table/seat-closed", "table/started", "table/unknown", "person/seat-taken"]);

/** Sit down somewhere; the table, and whether everybody is there. */
export async function playNow(wish: Wish): Promise<{ table: string; full: boolean }> {
  if (seeking.table) await stopSeeking();
  for (let tries = 1; ; tries++) {
    const offer = await ask<OfferedSeat>("POST", "/api/play-now", wish);
    const taken = await take(offer).catch((error: unknown) => {
      if (error instanceof Refusal && GONE.has(error.problem.code) && tries < TRIES) return null;
      throw error;
    });
    if (taken) return taken;
  }
}

/** Whether there is an older table that fits, to which one has gone over: two who asked at once may have opened two. */
export async function lookAgain(table: TableView): Promise<{ table: string; full: boolean } | null> {
  const keys = keysOf(table.id);
  const [seat, key] = Object.entries(keys.seats)[0] ?? [];
  if (!seat || !key) return null;
  const wish = { game: table.game, players: table.seats.filter(({ kind }) => kind !== "closed").length, rated: table.rated, instead_of: table.id };
  const offer = await ask<OfferedSeat>("POST", "/api/play-now", wish, [key]);
  if (!offer.seat) return null;
  await leave(table.id);
  return take(offer);
}

async function take({ table, seat = "", host_key, watch_key }: OfferedSeat): Promise<{ table: string; full: boolean }> {
  if (host_key && watch_key) remember(table.id, { host: host_key, watch: watch_key });
  await sitDown(table, seat, { name: settings.name || guestName(), portrait: settings.portrait });
  const full = table.seats.every((one) => one.kind !== "open" || one.seat === seat);
  seeking.at(full ? "" : table.id);
  return { table: table.id, full };
}

/** Nobody needs to come any more. */
export async function stopSeeking(): Promise<void> {
  const { table } = seeking;
  seeking.at("");
  await leave(table);
}

async function leave(table: string): Promise<void> {
  for (const [seat, key] of Object.entries(keysOf(table).seats)) {
    try {
      await api.free(table, seat, [key]);
      forgetSeat(table, seat);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error; // it has begun, or is gone: then it is there under one's tables, or not
    }
  }
}
