/** The nine zones (CR-1.2), as the server tells them. */
import { details } from "./name";
import type { ZoneTold } from "./wire";

/** A zone by its number, from 1. */
export function zoneTold(zone: number): ZoneTold {
  const { zones } = details();
  return zones[zone - 1] ?? zones[0]!;
}
