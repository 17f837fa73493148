/** What the server calls the game, and what it says the game is made of. */
import { gameView } from "../../lib/games.svelte";
import { msg, t } from "../../lib/words.svelte";
import type { CharacterTold, Details, ZoneTold } from "../../generated/games/chronicles";

export const GAME = "chronicles-of-run";

export const details = (): Details => gameView(GAME).details as unknown as Details;

// The eleven characters as their stones show them (CR-1.1): who they are and, in words, what their runes do.
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

// The nine zones (CR-1.2), as the server tells them.
/** A zone by its number, from 1. */
export function zoneTold(zone: number): ZoneTold {
  const { zones } = details();
  return zones[zone - 1] ?? zones[0]!;
}

const LINE = 14; // letters that a tile has room for beside each other

/** A zone's name in one line or two, parted at the space that leaves both the most alike. */
export function inLines(name: string, most = LINE): string[] {
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  if (name.length <= most || !spaces.length) return [name];
  const uneven = (space: number) => Math.abs(name.length - 1 - 2 * space);
  const [at] = spaces.sort((one, other) => uneven(one) - uneven(other)) as [number];
  return [name.slice(0, at), name.slice(at + 1)];
}
