/** The nine zones (CR-1.2): what a tile calls itself, and its proper name, the same in every language. */
import { msg } from "../lib/words.svelte";

export interface ZoneName {
  /** What fits on a tile. */
  name: string;
  proper: string;
}

const ZONES: ZoneName[] = [
  { name: msg("Hell gate"), proper: "Puertas del Infierno" },
  { name: msg("Iron dungeon"), proper: "Mazmorra de Hierro" },
  { name: msg("Forest"), proper: "Bosque de Nebutland" },
  { name: msg("Black lands"), proper: "Tierras Negras" },
  { name: msg("Fortress"), proper: "Fortaleza de Cadmium" },
  { name: msg("Shore"), proper: "Orillas de Verosüs" },
  { name: msg("Mountains"), proper: "Montañas de El Cuervo" },
  { name: msg("Ruins"), proper: "Ruinas de Kawanda" },
  { name: msg("Dragons' nest"), proper: "Nido de Dragones" },
];

/** A zone by its number, from 1. */
export function zoneName(zone: number): ZoneName {
  return ZONES[zone - 1] ?? ZONES[0]!;
}

/** Printed on the tiles; for positions that come unexplained. */
export const POWERS = [3, 2, 2, 1, 2, 2, 1, 1, 1];
