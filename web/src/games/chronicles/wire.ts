/** Written by tools/wire_types.py from src/ewala/games/chronicles/present/told.py: change it there. */

export interface Explained {
  hexes: ([number, number])[];
  neighbours: Record<string, number[]>;
  slots: Record<string, Slot>;
  tally: Record<string, TallyItem[]>;
  zones: Record<string, Zone>;
}

export interface Slot {
  bonuses?: Bonus[];
  destiny?: number;
  face: "down" | "up";
  printed?: number;
  /** None if it is not known. */
  rune: number | null;
  side: string;
}

export interface Bonus {
  clause: string;
  kind: "deceit" | "justice" | "madness";
  points: number;
}

/** A part of a score. */
export interface TallyItem {
  /** The zone. */
  at: number;
  kind: "evil" | "pain" | "zone";
  points: number;
}

export interface Zone {
  because: "destiny" | "fate" | null;
  disputed: boolean;
  hex: number;
  power: number;
  winner: string | null;
}

export interface Details {
  characters: CharacterTold[];
  /** The usual one. */
  layout: string;
  layouts: Record<string, ([number, number])[]>;
  zones: ZoneTold[];
}

export interface CharacterTold {
  /** The same in a sentence. */
  about: string;
  alignment: "evil" | "good" | "neutral";
  /** What the rune does, in a few words. */
  brief: string;
  clause: string;
  destiny: number;
  effect: "passive" | "reveal" | "scoring";
  /** The same in every language. */
  name: string;
  optional: boolean;
  rune: string;
}

export interface ZoneTold {
  name: string;
  power: number;
  zone: number;
}
