/** What is counted at the end: the purses, whoever is still on the way, then the podium from its last step to its first. */
import type { Share } from "../../lib/scoreCount.svelte";
import type { Seat } from "../../wire";
import type { TallyItem } from "./wire";

export interface RaceShare extends Share {
  kind: TallyItem["kind"];
  /** The space or the place; nothing for purses, which are counted together. */
  at: number;
}

const ORDER: TallyItem["kind"][] = ["tokens", "zone", "podium"];

export function sharesOf(tally: Record<Seat, TallyItem[]>): RaceShare[] {
  const shares = new Map<string, RaceShare>();
  for (const [clan, items] of Object.entries(tally)) {
    for (const { kind, at: where, points } of items) {
      if (!points) continue;
      const at = kind === "tokens" ? 0 : where;
      const share = shares.get(`${kind} ${at}`) ?? { kind, at, points: {} };
      share.points[clan] = (share.points[clan] ?? 0) + points;
      shares.set(`${kind} ${at}`, share);
    }
  }
  return [...shares.values()].sort(
    (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (a.kind === "podium" ? b.at - a.at : a.at - b.at),
  );
}
