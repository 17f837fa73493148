/** The signs of order and chaos. */
import type { Emblem } from "../../lib/game";

export const EMBLEMS: Record<string, Emblem & { path: string }> = {
  O: {
    colour: "var(--order)",
    path: "M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10Zm0-5v2.500M12 19.500V22M2 12h2.500M19.5 12H22M4.9 4.900l1.8 1.800M17.3 17.300l1.8 1.800M4.9 19.100l1.8-1.800M17.3 6.700l1.8-1.8",
  },
  C: { colour: "var(--chaos)", path: "M12 2v20M12 8 6 3.500M12 8l6-4.500M12 14 4 10M12 14l8-4M12 20l-6-3.500M12 20l6-3.5" },
};
