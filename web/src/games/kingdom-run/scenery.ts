/** Hills, trees and flowers where the path leaves room. Nothing is drawn by lot: a circuit looks the same each time. */
import type { Ground, Point } from "./geometry";

interface Growth extends Point {
  kind: "fir" | "tree" | "bush" | "flowers";
  size: number;
}

/** From the path's middle to a thing's foot, and how high its crown is. */
const CLEAR = { fir: 56, tree: 58, bush: 55, flowers: 54 };
const CROWN = { fir: 26, tree: 26, bush: 6, flowers: 4 };
const KINDS = ["tree", "fir", "bush", "fir", "tree", "flowers"] as const;

/** Even numbers from 0 to 1 that look like chance. */
const spread = (index: number, step: number) => (0.5 + index * step) % 1;

/** Where the meadow ends and the sky begins. */
export function horizonOf(ground: Ground): number {
  return Math.max(34, Math.min(ground.podium.y + ground.podium.height - 30, ground.rows.at(-1)! - 62));
}

/** On the side where the podium is not. */
export function castlePlace(ground: Ground): number {
  return ground.podium.x + ground.podium.width / 2 < ground.width / 2 ? ground.width * 0.84 : ground.width * 0.16;
}

export function growths(ground: Ground): Growth[] {
  const horizon = horizonOf(ground);
  const castle = castlePlace(ground);
  const path = [...ground.lead, ...ground.ways.flat()].filter((_, index) => index % 4 === 0).concat(ground.arch);
  const { podium } = ground;
  const grown: Growth[] = [];
  for (let index = 0; index < 500 && grown.length < 40; index++) {
    const point = { x: 10 + spread(index, 0.7548776662) * (ground.width - 20), y: 60 + spread(index, 0.5698402910) * (ground.height - 64) };
    const kind = KINDS[index % KINDS.length]!;
    const far = (y: number) => Math.min(...path.map((other) => Math.hypot(other.x - point.x, other.y - y)));
    if (Math.min(far(point.y), far(point.y - CROWN[kind])) < CLEAR[kind]) continue;
    if (point.x > podium.x - 22 && point.x < podium.x + podium.width + 22 && point.y > podium.y - 30 && point.y < podium.y + podium.height + 40) continue;
    if (grown.some((other) => Math.hypot(other.x - point.x, (other.y - point.y) * 1.4) < 34)) continue;
    if (point.y < horizon + 4 || (Math.abs(point.x - castle) < 56 && point.y < horizon + 40)) continue;
    grown.push({ ...point, kind, size: 0.75 + spread(index, 0.381) * 0.4 });
  }
  return grown.sort((a, b) => a.y - b.y);
}

/** A rolling edge from left to right at a height, closed along the bottom. */
export function hill(ground: Ground, top: number, phase: number, swing: number): string {
  const waves = Math.max(3, Math.round(ground.width / 170));
  const half = ground.width / waves;
  let edge = `M-4 ${top + swing * Math.sin(phase)}`;
  for (let wave = 0; wave < waves; wave++) {
    const y = top + swing * Math.sin(phase + (wave + 1) * 2.1);
    const lift = swing * (1.2 + 0.5 * Math.sin(phase * 2 + wave * 3));
    edge += `S${(wave + 0.55) * half} ${y - lift} ${(wave + 1) * half + 4} ${y}`;
  }
  return `${edge}V${ground.height + 4}H-4Z`;
}
