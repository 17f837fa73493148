/** The eleven characters as their stones show them (CR-1.1): who they are and, in words, what their runes do. */
import { msg } from "../lib/words.svelte";

export type Alignment = "good" | "neutral" | "evil";

export interface Character {
  /** A proper name, the same in every language. */
  name: string;
  alignment: Alignment;
  rune: string;
  /** The effect in a few words. */
  brief: string;
  /** The effect in a sentence. */
  effect: string;
  clause: string;
}

/** By destiny, from 1. */
const CHARACTERS: Character[] = [
  {
    name: "Jynz",
    alignment: "neutral",
    rune: msg("Madness"),
    brief: msg("+4 as attacker"),
    effect: msg("Always: 4 more destiny while it attacks."),
    clause: "CR-6.1",
  },
  {
    name: "Aruh'ka",
    alignment: "evil",
    rune: msg("Treachery"),
    brief: msg("may move to an adjacent zone"),
    effect: msg("When revealed: may move to a free slot of an adjacent zone."),
    clause: "CR-5.1",
  },
  {
    name: "Broin",
    alignment: "good",
    rune: msg("Brotherhood"),
    brief: msg("may swap with an own good character next to it"),
    effect: msg("When revealed: may change places with a good character of its own side in an adjacent zone."),
    clause: "CR-5.2",
  },
  {
    name: "Thenidiel",
    alignment: "neutral",
    rune: msg("Deceit"),
    brief: msg("+4 as defender"),
    effect: msg("Always: 4 more destiny while it defends."),
    clause: "CR-6.1",
  },
  {
    name: "Bort",
    alignment: "evil",
    rune: msg("Pain"),
    brief: msg("1 power more if it wins"),
    effect: msg("At scoring: 1 power more if it defeats its opponent."),
    clause: "CR-6.4",
  },
  {
    name: "Keera",
    alignment: "good",
    rune: msg("Justice"),
    brief: msg("other own good characters next to her have +1"),
    effect: msg("Always: other good characters of her side in adjacent zones have 1 more destiny."),
    clause: "CR-6.1",
  },
  {
    name: "Lisbeth",
    alignment: "good",
    rune: msg("Clairvoyance"),
    brief: msg("the opponent's next bid is face up"),
    effect: msg("When revealed: the opponent makes the next bid face up."),
    clause: "CR-5.5",
  },
  {
    name: "Keynan",
    alignment: "neutral",
    rune: msg("Ambition"),
    brief: msg("immune to Lust"),
    effect: msg("Always: Lust cannot attract it."),
    clause: "CR-5.3",
  },
  {
    name: "Thaal",
    alignment: "good",
    rune: msg("Fate"),
    brief: msg("defeats Zhoor"),
    effect: msg("At scoring: defeats Zhoor, whatever their destinies."),
    clause: "CR-6.3",
  },
  {
    name: "Loreen",
    alignment: "evil",
    rune: msg("Lust"),
    brief: msg("may attract a lower opponent into her zone"),
    effect: msg("When revealed: may bring an opponent of lower destiny to the free slot of her zone, from anywhere."),
    clause: "CR-5.3",
  },
  {
    name: "Zhoor",
    alignment: "evil",
    rune: msg("Evil"),
    brief: msg("1 power less if defeated"),
    effect: msg("At scoring: its side loses 1 power if it is defeated."),
    clause: "CR-6.4",
  },
];

export function character(rune: number): Character {
  return CHARACTERS[rune - 1] ?? CHARACTERS[0]!;
}

export const ALIGNMENTS: Record<Alignment, string> = { good: msg("good"), neutral: msg("neutral"), evil: msg("evil") };

export const SIDE_NAMES: Record<string, string> = { O: msg("order"), C: msg("chaos") };
