/** How runners, coins and dice move: Web Animations, so that nothing is drawn between frames by us. */
import type { Step } from "../../lib/playback.svelte";
import type { Share } from "../../lib/scoreCount.svelte";
import type { Seat } from "../../generated/wire";
import type { Point } from "./geometry";
import type { TallyItem } from "../../generated/games/kingdom-run";

const LEAP = 20; // how high a hop goes, in the board's units

/** Hop from place to place, ending where the element stands. */
export function hop(element: Element, way: Point[], duration: number): Animation {
  const end = way.at(-1)!;
  const hops = way.length - 1;
  const frames: Keyframe[] = [];
  way.forEach((point, index) => {
    const [x, y] = [point.x - end.x, point.y - end.y];
    frames.push({ transform: `translate(${x}px, ${y}px) scale(1)`, offset: index / hops, easing: "ease-out" });
    const next = way[index + 1];
    if (!next) return;
    const [midX, midY] = [(x + next.x - end.x) / 2, (y + next.y - end.y) / 2 - LEAP];
    frames.push({ transform: `translate(${midX}px, ${midY}px) scale(1.12)`, offset: (index + 0.5) / hops, easing: "ease-in" });
  });
  return element.animate(frames, { duration, fill: "backwards" });
}

export function turnOver(element: Element, duration: number): Animation {
  return element.animate(
    [{ transform: "scale(1, 1)" }, { transform: "scale(1.15, 0.1)", offset: 0.45 }, { transform: "scale(1, 1)" }],
    { duration, easing: "ease-in-out" },
  );
}

/** Come tumbling onto the table. */
export function tumble(element: Element, duration: number, delay: number): Animation {
  return element.animate(
    [
      { transform: "translate(-18px, -46px) rotate(-300deg) scale(0.8)", opacity: 0.3 },
      { transform: "translate(6px, 3px) rotate(-60deg)", opacity: 1, offset: 0.45 },
      { transform: "translate(2px, -13px) rotate(24deg)", offset: 0.65 },
      { transform: "translate(0, 1px) rotate(-5deg)", offset: 0.85 },
      { transform: "none" },
    ],
    { duration, delay, fill: "backwards", easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" },
  );
}

/** Fly from another element's middle to this one's. */
export function fly(element: HTMLElement, from: DOMRect, to: DOMRect, within: DOMRect, duration: number): Animation {
  const middle = (box: DOMRect) => [box.x + box.width / 2 - within.x, box.y + box.height / 2 - within.y] as const;
  const [x, y] = middle(from);
  const [toX, toY] = middle(to);
  return element.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(0.6)`, opacity: 0 },
      { transform: `translate(${x}px, ${y}px) scale(1.2)`, opacity: 1, offset: 0.15, easing: "ease-in-out" },
      { transform: `translate(${(x + toX) / 2}px, ${Math.min(y, toY) + Math.abs(y - toY) / 2 - 24}px) rotateY(360deg) scale(1.4)`, opacity: 1, offset: 0.55, easing: "ease-in" },
      { transform: `translate(${toX}px, ${toY}px) rotateY(720deg) scale(0.8)`, opacity: 1 },
    ],
    { duration, fill: "both" },
  );
}

// How long a move takes to show, in step times: far enough apart to be followed, never long.
export const TRAVEL = 2; // a runner's whole way by catch-up or bathing, however far
export const HOP = 1;
export const TUMBLE = 2;

const LYING = 0.3; // of a roll, after the last die has come to rest

/** Dice are named when they lie. */
export function airs(step: Step): number {
  return step.move?.startsWith("!") ? TUMBLE + LYING : 0;
}

export function lasts(step: Step): number {
  switch (step.move?.[0]) {
    case "!":
      return TUMBLE + 2 * LYING;
    case "C":
    case "B":
      return TRAVEL + 0.3;
    case "D":
    case "+":
      return HOP + 0.2;
    case "V":
      return 2;
    case "L":
      return 1.2;
    default:
      return 0.4;
  }
}

// What is counted at the end: the purses, whoever is still on the way, then the podium from its last step to its first.
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
