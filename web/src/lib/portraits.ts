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

// Those that play every game, and only serve to measure by.

export const PORTRAITS: Record<string, Portrait> = {
  random: {
    light: "dusk",
    layers: [
      ["bone", "m24 9 14 7.500v16L24 40l-14-7.500v-16Z"],
      ["cream", "m24 9 14 7.500L24 24 10 16.500Z"],
      ["ink", disc(24, 16.500, 2) + disc(15, 24.500, 1.700) + disc(19, 32, 1.700) + disc(29, 32, 1.700) + disc(33, 24.500, 1.700) + disc(31, 28.300, 1.700)],
    ],
  },
  greedy: {
    light: "morning",
    layers: [
      ["leather", "M18 16.500h12c6 5 9 10.500 9 16 0 6-4.500 9-15 9s-15-3-15-9c0-5.500 3-11 9-16Z"],
      ["gold", "M16.500 13.500h15v4h-15Z"],
      ["leather", "M15 7.500c3.500 2 5.500-.5 9 1 3.500-1.500 5.500 1 9-1l-3 6H18Z"],
      ["gold", disc(24, 29.500, 6)],
      ["glow", disc(24, 29.500, 3.800)],
    ],
  },
};
