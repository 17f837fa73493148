/** The clans' signs. */
import type { Emblem } from "../../lib/game";

export const EMBLEMS = {
  K: { colour: "var(--knights)", path: "M12 2 21 5v6.5c0 5.2-3.7 8.7-9 10.5-5.3-1.8-9-5.3-9-10.5V5Zm0 4.2v11.4m-5-7.4h10" },
  S: { colour: "var(--sorcerers)", path: "m12 2 2.9 6.6 7.1.7-5.4 4.7 1.6 7-6.2-3.7L5.8 21l1.6-7L2 9.300l7.1-.7Z" },
  F: {
    colour: "var(--forest)",
    path: "M20.5 3C10 3 4 8 4 14.500c0 2 .6 3.7 1.5 5C15 20.5 20.5 14 20.5 3ZM3.5 22C6 16 10 12 15 9",
  },
  G: {
    colour: "var(--gnomes)",
    path: "M2.5 12.500C2.5 6.7 6.7 3 12 3s9.5 3.7 9.5 9.500ZM9 12.5 8.2 19c-.2 1.5.7 2.5 2.2 2.500h3.200c1.5 0 2.4-1 2.2-2.500L15 12.500M8 8h.01M13 6.500h.01M16.5 9.300h.01",
  },
} satisfies Record<string, Emblem>;
