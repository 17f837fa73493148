/** How tiles, sockets and stones are cut; a tile's radius is 100, and everything is measured from its middle. */
import { stepTime } from "../../lib/settings.svelte";
import type { Role } from "./notation";

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
