/** Signs of the Chronicles, drawn as strokes in a box of 24 by 24. */
import { stepTime } from "../../lib/settings.svelte";
import type { Role } from "./notation";
import type { CharacterTold } from "../../generated/games/chronicles";

/** What is carved into the eleven stones, by destiny from 1. */
const RUNES = [
  // Madness: a spiral.
  "M12.200 12.200c-.2-1.700 2.500-1.700 2.500.4 0 3-5 3.300-5.700-.3-.8-4.300 4.400-7 8-4.200 4.300 3.400 2.600 10.300-2.700 11.700C8.300 21.300 2.600 16.700 3.400 10.700 4.100 5.800 8.400 2.600 13.400 2.800",
  // Treachery: a dagger.
  "M12 22.500 9.300 17.500V9h5.400v8.500ZM5.500 9h13M12 9V4M12 3.600a1.300 1.300 0 1 0 0-2.600 1.300 1.300 0 0 0 0 2.600ZM12 12.500v4.500",
  // Brotherhood: two linked rings.
  "M14.300 12a5.800 5.800 0 1 1-3.400-5.300M9.700 12a5.800 5.800 0 1 1 3.400 5.300",
  // Deceit: a mask.
  "M2.500 6.500c3.200-1.600 6.300-1.400 9.500.6 3.200-2 6.300-2.200 9.500-.6.400 6.500-1.700 11-5.300 11-2.200 0-2.600-2.500-4.200-2.500s-2 2.500-4.200 2.500c-3.600 0-5.700-4.500-5.300-11ZM5.800 10.800c1.300-1.300 3-1.200 4.100.3M14.100 11.100c1.100-1.500 2.800-1.600 4.100-.3",
  // Pain: a whip.
  "M3 22l5.500-7.500M6 14l4 3M8.500 14.500C12 9 18 6.500 20.500 10c2.200 3.200-2.200 7.300-5.700 5.800-4-1.700-2.600-8 .400-10.800 1.600-1.500 3.700-2.500 6.300-3",
  // Justice: a sword that carries two scales.
  "M12 1.500v19M8.500 17h7M3.500 6.500h17M3.700 6.500 1 13h5.400ZM20.300 6.500 17.600 13H23ZM12 22.500h.01",
  // Clairvoyance: an eye.
  "M1.500 13c5.500-7.500 15.500-7.500 21 0-5.500 7.500-15.500 7.500-21 0ZM12 9.600a3.400 3.400 0 1 1 0 6.800 3.400 3.400 0 0 1 0-6.800ZM12 4V1.500M5.800 5.600 4.500 3.500M18.200 5.600l1.300-2.100",
  // Ambition: a crown.
  "M3 17.500 2 6.500l5.800 4.200L12 3l4.200 7.700L22 6.500l-1 11ZM3.500 21.500h17",
  // Fate: a wheel.
  "M12 2.500a9.500 9.500 0 1 1 0 19 9.500 9.500 0 0 1 0-19ZM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM12 2.500V9M12 15v6.500M3.800 7.200l5.600 3.300M14.600 13.500l5.600 3.300M20.200 7.200l-5.600 3.300M9.400 13.500l-5.600 3.300",
  // Lust: a heart on fire.
  "M12 22C5.500 17.500 3 14.300 3 10.800 3 8.200 5 6.500 7.300 6.500c1.900 0 3.700 1.100 4.700 3 1-1.900 2.800-3 4.700-3 2.300 0 4.300 1.700 4.300 4.300 0 3.500-2.500 6.700-9 11.200ZM12 6c-1.800-1.500-1.300-3.300 0-4.700 1.300 1.400 1.800 3.200 0 4.700ZM12 17.500c-1.700-1.200-2.700-2.300-3.300-3.600",
  // Evil: a horned skull.
  "M4 1.500C2 7.500 4 11 8 11.800M20 1.500c2 6 0 9.500-4 10.300M8 11.500c-.6 4 .2 6 1.700 7.200V22h4.600v-3.300c1.500-1.200 2.300-3.200 1.700-7.200-2.500-1.800-5.500-1.800-8 0ZM10 14.700l.9.500M14 14.700l-.9.500",
];

export const runeGlyph = (rune: number): string => RUNES[rune - 1] ?? "";

/** Good a sun, neutral a balance, evil a thorn. */
export const ALIGNMENT_GLYPHS: Record<CharacterTold["alignment"], string> = {
  good: "M12 7.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9ZM12 1.500V4M12 20v2.500M1.500 12H4M20 12h2.500M4.600 4.600l1.700 1.700M17.700 17.700l1.700 1.700M4.600 19.400l1.700-1.700M17.700 6.300l1.700-1.700",
  neutral: "M12 4v16M7 20.500h10M2.500 7.500h19M2 14.500a3.500 3.500 0 0 0 7 0L5.500 7.500ZM15 14.500a3.500 3.500 0 0 0 7 0l-3.500-7Z",
  evil: "M4.500 21.500C10 18.500 15.500 11.500 18.500 2.500M8.500 18 3.500 13.500M12.500 13l5.500 3.500M14.500 10 10 5.500",
};

/** A raised sword attacks, a shield defends. */
export const ROLE_GLYPHS = {
  a: "M12 1.500 14.600 5v10H9.400V5ZM5.500 15.300h13M12 15.500v5M10 22h4",
  d: "M12 2 20.500 5v6.500c0 5.200-3.500 8.700-8.500 10.500-5-1.800-8.500-5.300-8.500-10.500V5Z",
} as const;

/** Filled: an ember of power. */
export const EMBER = "M12 1.500c1 4.500 7 7 7 13a7 7 0 0 1-14 0c0-3 1.700-4.700 2.800-6.500.6 1.700 1.300 2.500 2.200 3C9.500 8 10.500 4.500 12 1.500Z";
export const EMBER_HEART = "M12 11.500c.6 2.300 3 3.200 3 6a3 3 0 0 1-6 0c0-1.500.8-2.300 1.400-3.200.3.8.7 1.200 1.100 1.400-.2-1.500 0-2.900.5-4.200Z";

/** Who begins a turn carries a torch. */
export const TORCH = "M9 11h6l-1.500 11h-3ZM12 1.500c.6 2.600 3.600 3.800 3.600 6.700A3.600 3.600 0 0 1 12 11a3.600 3.600 0 0 1-3.600-2.800c0-1.600.9-2.400 1.500-3.300.3.900.6 1.300 1 1.500C10.700 4.700 11.200 3 12 1.500Z";

// How tiles, sockets and stones are cut; a tile's radius is 100, and everything is measured from its middle.
export const HEX = "M0-96 83-48V48L0 96-83 48V-48Z";

/** The middles of the two sockets at a tile's foot: the attacker's left, the defender's right. */
export const SOCKETS: Record<Role, { x: number; y: number }> = { a: { x: -39, y: 30 }, d: { x: 39, y: 30 } };

/** A stone, 72 by 68, tapered so that two fit into the foot of a hexagon. */
export const STONE = "M-29-32-5-34 25-32.500 34-24 36 10 19 30 1 34-18 31-36 11-34-25Z";
/** The light on its upper edge. */
export const STONE_LIGHT = "M-29-32-5-34 25-32.500 34-24 27-27 3-29-25-26.500-30-20-31 8-36 11-34-25Z";
/** A socket, a little larger. */
export const SOCKET = "M-31-35-5-37 27-35.500 37-25 39 11 20 33 1 37-20 34-39 12-37-27Z";
/** Where light has split a stone. */
export const CRACK = "M1-33-7-16l6 7-9 12 6 8-8 19M-7-16l-12-2M-10 3l-16 6M-4 11l9 7";

// Turning over, as a transition: the old face goes in the first half of a step, the new one comes in the second.
export function turning(_: Element, { coming }: { coming: boolean }) {
  const duration = stepTime() / 2;
  return { duration, delay: coming ? duration : 0, css: (share: number) => `transform: scaleX(${share})` };
}
