/** The signs of clans and sides, drawn in a box of 24 by 24, so that a piece is known without its colour. */
import type { GameName, Seat } from "../lib/types";
import { msg } from "../lib/words.svelte";

export interface Emblem {
  /** What the seat stands for. */
  name: string;
  colour: string;
  path: string;
}

export const EMBLEMS: Record<GameName, Record<Seat, Emblem>> = {
  "kingdom-run": {
    K: {
      name: msg("knights"),
      colour: "var(--knights)",
      path: "M12 2 21 5v6.5c0 5.2-3.7 8.7-9 10.5-5.3-1.8-9-5.3-9-10.5V5Zm0 4.2v11.4m-5-7.4h10",
    },
    S: {
      name: msg("sorcerers"),
      colour: "var(--sorcerers)",
      path: "m12 2 2.9 6.6 7.1.7-5.4 4.7 1.6 7-6.2-3.7L5.8 21l1.6-7L2 9.300l7.1-.7Z",
    },
    F: {
      name: msg("people of the forest"),
      colour: "var(--forest)",
      path: "M20.5 3C10 3 4 8 4 14.500c0 2 .6 3.7 1.5 5C15 20.5 20.5 14 20.5 3ZM3.5 22C6 16 10 12 15 9",
    },
    G: {
      name: msg("gnomes and goblins"),
      colour: "var(--gnomes)",
      path: "M2.5 12.500C2.5 6.7 6.7 3 12 3s9.5 3.7 9.5 9.500ZM9 12.5 8.2 19c-.2 1.5.7 2.5 2.2 2.500h3.200c1.5 0 2.4-1 2.2-2.500L15 12.500M8 8h.01M13 6.500h.01M16.5 9.300h.01",
    },
  },
  "chronicles-of-run": {
    O: {
      name: msg("order"),
      colour: "var(--order)",
      path: "M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10Zm0-5v2.500M12 19.500V22M2 12h2.500M19.5 12H22M4.9 4.900l1.8 1.800M17.3 17.300l1.8 1.800M4.9 19.100l1.8-1.800M17.3 6.700l1.8-1.8",
    },
    C: {
      name: msg("chaos"),
      colour: "var(--chaos)",
      path: "M12 2v20M12 8 6 3.500M12 8l6-4.500M12 14 4 10M12 14l8-4M12 20l-6-3.500M12 20l6-3.5",
    },
  },
};
