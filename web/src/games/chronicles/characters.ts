/** The eleven characters as their stones show them (CR-1.1): who they are and, in words, what their runes do. */
import { msg } from "../../lib/words.svelte";
import { details } from "./name";
import type { CharacterTold } from "./wire";

/** By destiny, from 1. */
export function character(rune: number): CharacterTold {
  const { characters } = details();
  return characters[rune - 1] ?? characters[0]!;
}

export const ALIGNMENTS: Record<CharacterTold["alignment"], string> = { good: msg("good"), neutral: msg("neutral"), evil: msg("evil") };
