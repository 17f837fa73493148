/** A device's part of the dice: the table's first seal is kept, and what this device adds is shown when it is asked for. */
import { untrack } from "svelte";
import type { Seat } from "../generated/wire";
import { Refusal } from "./api";
import type { Live } from "./live.svelte";
import { keep, partTaken, partToShow } from "./diceCheck";

/** For as long as whoever calls it is on the page. */
export function addChance(of: () => Live | null): void {
  const showing = new Set<Seat>();
  $effect(() => {
    const table = of()?.table;
    if (table) keep(table);
  });
  $effect(() => {
    const live = of();
    const asked = live?.connection === "open" ? (live.table?.to_show ?? []) : [];
    for (const seat of asked) if (live?.you.includes(seat)) untrack(() => void show(live, seat, showing));
  });
}

async function show(live: Live, seat: Seat, showing: Set<Seat>): Promise<void> {
  const { table } = live;
  const part = table ? partToShow(table, seat) : null;
  if (!table || part === null || showing.has(seat)) return;
  showing.add(seat);
  try {
    await live.showPart(seat, part);
    partTaken(table, seat);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error; // the line is cut: it is shown when it is back
  } finally {
    showing.delete(seat);
  }
}
