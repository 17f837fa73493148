/** What a coach's move looks like on the board: a stone and its slot. */
import type { Seat } from "../../wire";
import { readBid, type Reading } from "./notation";
import { effectTargets } from "./wishes";

export interface Advice {
  side: Seat;
  slot: string;
  /** The rune to take from the rack, where it is a bid. */
  rune: number | null;
  /** The stone that would come to a free slot. */
  ghost: number | null;
}

export function adviceOf(move: string, reading: Reading): Advice | null {
  const bid = readBid(move);
  if (bid) return { side: reading.bidder, slot: bid.slot, rune: bid.rune, ghost: bid.rune };
  const [slot] = Object.keys(effectTargets([move], reading));
  const by = reading.deciding[0];
  if (!slot || !by) return null;
  return { side: by[0]!, slot, rune: null, ghost: reading.slots[slot] ? null : Number(by.slice(1)) };
}
