/** The nine zones (CR-1.2), as the server tells them. */
import { details } from "./name";
import type { ZoneTold } from "./wire";

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
