/** Whoever waits for a rematch goes along when it begins: the device on which somebody asked for it, and every other of theirs.
 *
 * Whoever comes back to an old result stays there.
 */
import { untrack } from "svelte";
import { api, Refusal } from "../lib/api";
import { keysOf, remember } from "../lib/keys";
import type { Live } from "../lib/live.svelte";
import { go, to } from "../lib/route.svelte";
import type { TableView } from "../wire";
import { seatsAlong, takeKeysAlong, wishes } from "./rematch";

const TRIES = 20;
const PAUSE = 250; // milliseconds between them

export function followRematch(live: () => Live): void {
  let before: boolean | null = null;
  let waits = false;
  let left = false;
  $effect(() => {
    const { table, you } = live();
    if (!table) return;
    const { missing } = wishes(table);
    const wished = you.length > 0 && !missing.some(({ seat }) => you.includes(seat));
    waits ||= wished && (before === null ? missing.length > 0 : !before);
    before = wished;
    if (!waits || left || missing.length || !table.rematch) return;
    waits = false;
    untrack(() => void goAlong(table, () => left));
  });
  $effect(() => () => (left = true));
}

/** Go there once the seats are taken, by whichever device; whoever has lost one meanwhile may choose another. */
async function goAlong(table: TableView, left: () => boolean): Promise<void> {
  const seats = seatsAlong(table);
  for (let tries = 0; tries < TRIES && !(await areTaken(table.rematch, seats)); tries++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (left()) return;
  }
  if (left()) return;
  takeKeysAlong(table.id, table.rematch);
  remember(table.rematch, { seats: { ...seats, ...keysOf(table.rematch).seats } });
  go(to.table(table.rematch));
}

async function areTaken(table: string, seats: Record<string, string>): Promise<boolean> {
  try {
    const { you } = await api.snapshot(table, Object.values(seats));
    return Object.keys(seats).every((seat) => you.includes(seat));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
}
