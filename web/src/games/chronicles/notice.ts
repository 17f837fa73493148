/** What the explainer can be asked about, in words. */
import type { Problem } from "../../generated/wire";
import type { Explained, Zone } from "../../generated/games/chronicles";
import { t } from "../../lib/words.svelte";
import { ALIGNMENTS, character } from "./wording";
import { zoneOf } from "./notation";
import * as say from "./sayings";
import type { Frame, Line, Stone } from "./frame";

export interface Notice {
  title?: string;
  aside?: string;
  lines: Line[];
  /** Whom it is about, to be shown beside. */
  rune?: number;
  /** Nothing was asked: a word for whoever is new. */
  idle?: boolean;
  /** A wish that the rules refuse. */
  refused?: boolean;
  /** Lines come one by one: keep the last in sight. */
  follow?: boolean;
}

export function aboutRune(rune: number): Notice {
  const { name, rune: sign, alignment, about, clause } = character(rune);
  return {
    rune,
    title: name,
    aside: t("{rune}, {alignment}, destiny {destiny}", { rune: sign, alignment: t(ALIGNMENTS[alignment]), destiny: rune }),
    lines: [{ text: about, clause }],
  };
}

/** A slot: its stone's destiny spelled out, or the zone it belongs to. */
export function aboutSlot(slot: string, frame: Frame, explained: Explained | undefined): Notice {
  const number = zoneOf(slot);
  const zone = frame.zones[number];
  const inside = frame.stones.filter((stone) => zoneOf(stone.slot) === number);
  const stone = inside.find((one) => one.slot === slot);
  const notice = stone ? aboutStone(stone) : aboutZone(number, zone, explained?.neighbours[number] ?? []);
  const standing = say.standing(zone, inside);
  if (standing) notice.lines.push({ text: standing });
  for (const [side, items] of Object.entries(explained?.tally ?? {})) {
    for (const item of items) if (item.at === number) notice.lines.push(...say.extra(side, item));
  }
  return notice;
}

function aboutStone(stone: Stone): Notice {
  const title = say.place(stone.slot);
  if (stone.rune === null || stone.face === "down") return { title, lines: [{ text: say.occupant(stone), clause: "CR-3.2" }] };
  const { name, rune: sign, about, clause } = character(stone.rune);
  const lines: Line[] = [];
  if (stone.bonuses.length) {
    lines.push({ text: t("base destiny {destiny}", { destiny: stone.rune }) });
    lines.push(...stone.bonuses.map((bonus) => ({ text: say.bonus(bonus), clause: bonus.clause })));
  }
  lines.push({ text: t("{rune}. {effect}", { rune: sign, effect: about }), clause });
  return { rune: stone.rune, title: t("{name}: destiny {destiny}", { name, destiny: stone.destiny ?? 0 }), aside: title, lines };
}

function aboutZone(number: number, zone: Zone | undefined, neighbours: number[]): Notice {
  const lines: Line[] = [];
  if (neighbours.length) lines.push({ text: t("Next to: {zones}.", { zones: neighbours.map(say.zone).join(", ") }) });
  return {
    title: t("{zone}: power {power}", { zone: say.zone(number), power: zone?.power ?? 0 }),
    lines,
  };
}

export function refusal(problem: Problem): Notice {
  return { lines: [{ text: problem.sentence, clause: problem.clause }], refused: true };
}

export function legend(): Notice {
  return {
    idle: true,
    lines: [
      { text: t("In each zone the left slot, with the sword, attacks; the right one, with the shield, defends.") },
      { text: t("The higher destiny takes the zone's power. Select a stone or a slot for details.") },
    ],
  };
}
