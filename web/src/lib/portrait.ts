/** Portraits of the computer's players, in a box of 48 by 48: layers of paper, the lowest first. */

/** What a layer is cut from; `ink-line` and the like are drawn as strokes. */
export type Paper =
  | "skin" | "hair" | "fur" | "cream" | "bone" | "steel" | "iron" | "leather" | "red" | "ink" | "night" | "violet" | "glow" | "teal"
  | "gold" | "blue" | "purple" | "plum" | "green" | "moss" | "ember" | "ink-line" | "wood-line" | "bone-line" | "gold-line" | "red-line";

export type Layer = readonly [Paper, string];

export interface Portrait {
  /** The hour. */
  light: "morning" | "dusk";
  layers: readonly Layer[];
}

export const disc = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
export const SHOULDERS = "M4 50C5 38.500 13 34.500 24 34.500S43 38.500 44 50Z";
export const NECK = "M19.500 30h9v5.500c0 3.500-9 3.500-9 0Z";
export const eyes = (y: number, r = 1.15): string => disc(20.4, y, r) + disc(27.6, y, r);

/** How high the eyes are that a layer is, if it is a pair of them. */
export function eyesIn(path: string): number | null {
  const [, y, r] = /^M[\d.]+ ([\d.]+)a([\d.]+) /.exec(path) ?? [];
  return path === eyes(Number(y), Number(r)) ? Number(y) : null;
}
