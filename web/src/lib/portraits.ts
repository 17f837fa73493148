/** Portraits of the computer's players, in a box of 48 by 48: layers of paper, the lowest first. */
import type { Component } from "svelte";
import { msg } from "./words.svelte";

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

// What somebody looks like: a portrait is a few words, each for a part that is chosen of the page's own art. What
// games lend to it, they draw themselves.

/** The hours behind a portrait. */
export const LIGHTS = { morning: msg("Morning"), dusk: msg("Dusk"), night: msg("Night") } as const;
export type Light = keyof typeof LIGHTS;

/** Of coat, rim and seal. */
export const COLOURS = {
  gold: msg("Gold"), blue: msg("Blue"), purple: msg("Purple"), green: msg("Green"), orange: msg("Orange"), red: msg("Red"),
} as const;
export type Colour = keyof typeof COLOURS;

export interface Likeness {
  /** Whom one looks like, by the game's own word; "" for plain somebody. */
  figure: string;
  light: Light;
  colour: Colour;
  /** What is on the seal, by the game's own word; "" for none. */
  sign: string;
}

/** A seal's sign, drawn as strokes in a box of 24 by 24, and what it is called. */
export interface Sign {
  path: string;
  name: () => string;
}

/** What a game lends to portraits. */
export interface PortraitAssets {
  /** By a word that no other game uses: small letters, digits, dashes. */
  figures: Record<string, () => string>;
  signs: Record<string, Sign>;
  /** Draws one of its figures in a box of 48 by 48. */
  Figure: Component<{ figure: string }>;
}

const PLAIN: Likeness = { figure: "", light: "morning", colour: "gold", sign: "" };
const WORD = /^(figure|light|colour|sign)-([a-z0-9-]+)$/;

/** What a portrait's words say; what nobody here knows is left out. */
export function likenessIn(portrait: string): Likeness {
  const said: Partial<Record<string, string>> = {};
  for (const word of portrait.split(" ")) {
    const [, part, value] = WORD.exec(word) ?? [];
    if (part) said[part] = value;
  }
  const { figure, light, colour, sign } = said;
  return {
    figure: figure ?? PLAIN.figure,
    light: light && light in LIGHTS ? (light as Light) : PLAIN.light,
    colour: colour && colour in COLOURS ? (colour as Colour) : PLAIN.colour,
    sign: sign ?? PLAIN.sign,
  };
}

export function portraitOf({ figure, light, colour, sign }: Likeness): string {
  return [figure && `figure-${figure}`, `light-${light}`, `colour-${colour}`, sign && `sign-${sign}`].filter(Boolean).join(" ");
}
