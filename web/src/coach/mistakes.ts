/** Mistakes by their size, and whose come first. How large each kind is, the server says. */
import { msg } from "../lib/words.svelte";
import type { Analysed, Costly, Seat } from "../wire";

type Size = Costly["size"];

/** What each is called, and how many strokes mark it: told apart without colour. */
export const SIZES: Record<Size, { name: string; strokes: number }> = {
  slip: { name: msg("Slip"), strokes: 1 },
  mistake: { name: msg("Mistake"), strokes: 2 },
  blunder: { name: msg("Blunder"), strokes: 3 },
};

/** The reader's own seats: those of this device's keys; else of the only person, or of who is called as the reader is. */
export function ownSeats(analysed: Analysed, keys: Seat[], name: string): Seat[] {
  const held = analysed.seats.filter((seat) => keys.includes(seat));
  if (held.length) return held;
  if (analysed.people.length === 1) return analysed.people;
  return analysed.people.filter((seat) => name && analysed.names[seat] === name);
}

/** The same decisions, one's own before the others', each part dearest first. */
export function ownFirst(costly: Costly[], own: Seat[]): Costly[] {
  const rank = ({ seat }: Costly) => (own.includes(seat) ? 0 : 1);
  return [...costly].sort((a, b) => rank(a) - rank(b) || b.loss - a.loss || a.ply - b.ply);
}

/** Where a review opens: one's own dearest decision; where nobody is oneself, the dearest of all. */
export function costliest(costly: Costly[], own: Seat[]): Costly | null {
  const first = ownFirst(costly, own)[0];
  return first && (!own.length || own.includes(first.seat)) ? first : null;
}

/** The same decision in a newer part of the analysis; as it was, if that does not think it costly any more. */
export function renewed(one: Costly, costly: Costly[]): Costly {
  return costly.find(({ seat, ply }) => seat === one.seat && ply === one.ply) ?? one;
}
