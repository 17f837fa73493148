/** Written by tools/wire_types.py from src/ewala/games/kingdom_run/present/told.py: change it there. */

export interface Explained {
  dice: Die[];
  /** Where the runner of a legal move lands; one more than there are spaces: across the line. */
  landings: Record<string, number>;
  tally: Record<string, TallyItem[]>;
}

export interface Die {
  clause?: string;
  /** Why it is barred. */
  code?: string;
  face: string;
  /** That it could pay for. */
  moves: string[];
  state: "barred" | "ready" | "spent";
}

/** A part of a score. */
export interface TallyItem {
  /** The place, the space, how many tokens. */
  at: number;
  kind: "podium" | "tokens" | "zone";
  points: number;
}

export interface Details {
  /** The two sides of each middle board. */
  boards: Record<string, string[]>;
  /** The same as a text. */
  circuit: string;
  finish: string;
  lakes: number;
  /** The usual order. */
  middle: string;
  most_places: number;
  most_spaces: number;
  podium: number[];
  start: string;
  zones: ZoneSize[];
}

export interface ZoneSize {
  size: number;
  value: number;
}
