/** A moment of the board: stones where they lie, zones as they stand, and what is told of it. */
import type { Seat } from "../../wire";
import type { Bonus, Zone } from "./wire";

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
}

export interface Line {
  text: string;
  clause?: string;
}
