/** A person's portrait is a few words, each for a layer of the page's art or of a game's. */
import type { Component } from "svelte";
import { msg } from "./words.svelte";

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
    const [, layer, value] = WORD.exec(word) ?? [];
    if (layer) said[layer] = value;
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
