/** The eleven characters as their stones show them (CR-1.1): who they are and, in words, what their runes do. */
import { msg, t } from "../../lib/words.svelte";
import { details } from "./name";
import type { CharacterTold } from "./wire";

/** By destiny, from 1. */
export function character(rune: number): CharacterTold {
  const { characters } = details();
  return characters[rune - 1] ?? characters[0]!;
}

export const ALIGNMENTS: Record<CharacterTold["alignment"], string> = { good: msg("good"), neutral: msg("neutral"), evil: msg("evil") };

/** What a rune does, on one line of a card; the whole of it is a look away. */
const AT_A_GLANCE = [
  msg("+4 attacking"),
  msg("slips next door"),
  msg("swaps with an ally"),
  msg("+4 defending"),
  msg("a win gives +1"),
  msg("+1 to good allies"),
  msg("next bid face up"),
  msg("immune to Lust"),
  msg("defeats Zhoor"),
  msg("lures a weaker foe"),
  msg("a defeat costs 1"),
];

export const atAGlance = (rune: number): string => t(AT_A_GLANCE[rune - 1] ?? "");
