/** Mistakes by their size, and whose come first. How large each kind is, the server says. */
import { api } from "../lib/api";
import { optionsOf } from "../lib/createTable";
import type { Step } from "../lib/playback.svelte";
import { msg } from "../lib/words.svelte";
import type { Analysed, Better, Costly, Replay, Seat } from "../generated/wire";

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

// Where the lines of the winning chances lie.
/** Told apart without colour: each seat's line has its own pattern. */
const DASHES = ["", "9 5", "2 5", "12 4 2 4"];
export const dashOf = (seats: Seat[], seat: Seat): string => DASHES[seats.indexOf(seat) % DASHES.length]!;

export const LEFT = 40; // pixels beside the lines: figures, and signs where they end
export const RIGHT = 34;
export const TOP = 12;
export const BOTTOM = 10;

export interface Frame {
  width: number;
  height: number;
  /** The number of the last position. */
  last: number;
  /** How many moves chance makes before anybody decides: all of them take the room of one. */
  opening: number;
}

/** Where a position lies along the game: what is dealt before the first decision hardly takes any room. */
const alongOf = (ply: number, opening: number): number => (opening < 2 ? ply : ply < opening ? ply / opening : ply - opening + 1);

export const xOf = (ply: number, { width, last, opening }: Frame): number =>
  LEFT + ((width - LEFT - RIGHT) * alongOf(ply, opening)) / Math.max(1, alongOf(last, opening));
export const yOf = (chance: number, { height }: Frame): number => TOP + (height - TOP - BOTTOM) * (1 - chance);

export function lineOf(chances: number[], frame: Frame): string {
  return chances.map((chance, ply) => `${ply ? "L" : "M"}${xOf(ply, frame).toFixed(1)} ${yOf(chance, frame).toFixed(1)}`).join("");
}

/** The position that lies nearest to a place on the picture. */
export function plyAt(x: number, { width, last, opening }: Frame): number {
  const along = ((x - LEFT) / Math.max(1, width - LEFT - RIGHT)) * alongOf(last, opening);
  const ply = opening < 2 ? along : along < 1 ? along * opening : along + opening - 1;
  return Math.min(last, Math.max(0, Math.round(ply)));
}

/** How many moves chance makes before anybody decides, given who must act in each position: "" where chance must. */
export function openingOf(toAct: string[]): number {
  return Math.max(0, toAct.findIndex((seat) => seat));
}

/** Heights for signs at the ends of the lines, so far apart that none covers another. */
export function spread(heights: number[], apart: number, lowest: number): number[] {
  const order = heights.map((_, n) => n).sort((a, b) => heights[a]! - heights[b]!);
  const placed = [...heights];
  order.forEach((n, rank) => {
    if (rank) placed[n] = Math.max(placed[n]!, placed[order[rank - 1]!]! + apart);
  });
  // What was pushed below the edge comes back up, and pushes what lies above it only as far as it must.
  let floor = lowest;
  for (const n of [...order].reverse()) {
    placed[n] = Math.min(placed[n]!, floor);
    floor = placed[n]! - apart;
  }
  return placed;
}

// A better line, played on a study board from the position of the decision.
/** The positions of the line, the decision's own first. */
export async function branchOf(replay: Replay, { ply, seat }: Costly, { move, line, words, line_words }: Better): Promise<Step[]> {
  const moves = line.length ? line : [move];
  const answer = await api.study(replay.game, optionsOf(replay.parameters), replay.positions[ply], moves);
  return answer.positions.map((position, n) => ({
    position: { ...position, ply: ply + n, moves: undefined },
    move: n ? moves[n - 1]! : null,
    by: n ? seat : null,
    words: n ? (line_words[n - 1] ?? words) : "",
  }));
}
