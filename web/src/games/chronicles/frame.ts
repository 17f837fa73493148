/** A moment of the board: stones where they lie, zones as they stand, and what is told of it. */
import type { Seat } from "../../generated/wire";
import type { Bonus, Zone } from "../../generated/games/chronicles";

/** A stone as it is drawn. */
export interface Stone {
  /** Stays the same while the stone turns over or moves. */
  key: string;
  slot: string;
  side: Seat;
  rune: number | null;
  face: "up" | "down";
  pending: boolean;
  bonuses: Bonus[];
  destiny: number | null;
}

export interface Frame {
  stones: Stone[];
  zones: Record<string, Zone>;
  /** What this frame tells; the lines of all frames so far can be read together. */
  line?: Line;
  /** What is seen where it acts. */
  act?: Act;
}

/** What happens in a frame, and where. */
export interface Act {
  /** The slot on which a stone has just been laid. */
  laid?: string;
  /** The zone that has just been won or lost: the weaker stone is split, a banner goes up. */
  decided?: number;
  /** Stones that move from slot to slot. */
  moves?: { from: string; to: string }[];
  /** A rune that shows its power at a slot, perhaps from where it lies itself. */
  sign?: { rune: number; slot: string; from?: string };
}

export interface Line {
  text: string;
  clause?: string;
}
