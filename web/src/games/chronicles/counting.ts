/** What is counted at the end, zone by zone. */
import type { Share } from "../../lib/scoreCount.svelte";
import type { Seat } from "../../wire";
import type { Explained } from "./wire";

interface ZoneShare extends Share {
  zone: number;
}

/** Each zone that somebody scores or loses by, as the tiles lie. */
export function sharesOf(zones: number[], tally: Explained["tally"]): ZoneShare[] {
  return zones.flatMap((zone) => {
    const points: Record<Seat, number> = {};
    for (const [side, items] of Object.entries(tally)) {
      const sum = items.filter(({ at }) => at === zone).reduce((all, item) => all + item.points, 0);
      if (sum) points[side] = sum;
    }
    return Object.keys(points).length ? [{ zone, points }] : [];
  });
}
