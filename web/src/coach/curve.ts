/** Where the lines of the winning chances lie. */
import type { Seat } from "../wire";

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
