/** Turning, mirroring and winding change how a layout looks, never which tiles touch. */
import { describe, expect, it } from "vitest";
import { frame, hexAt, hexesIn, middleOf, SIZE, type Hex } from "../../../src/games/chronicles/hexes";
import { arrange, readLayout, type Point } from "../../../src/games/chronicles/layout";

const LAYOUTS = ["block", "ring", "line", "0,0;1,0;5,5;5,6;-3,2;-3,3;9,-9;10,-9;10,-10"];
const FRAMES: [number, number][] = [[374, 460], [500, 300], [900, 700], [2000, 100], [100, 2000]];
const CASES = LAYOUTS.flatMap((layout) => FRAMES.map(([width, height]) => ({ layout, width, height })));
const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const NEXT = Math.sqrt(3) * 100;

function pairs<T>(tiles: T[], touch: (one: T, other: T) => boolean): string[] {
  return tiles.flatMap((one, n) => tiles.slice(n + 1).flatMap((other, m) => (touch(one, other) ? [`${n} ${n + 1 + m}`] : [])));
}
const touching = ([q, r]: [number, number], [p, s]: [number, number]) => Math.max(Math.abs(p - q), Math.abs(s - r), Math.abs(p - q + s - r)) === 1;

describe.each(CASES)("$layout in $width by $height", ({ layout, width, height }) => {
  const hexes = readLayout(layout);
  const arrangement = arrange(hexes, width, height);

  it("keeps all tiles, those next to each other that were, and no others", () => {
    expect(arrangement.centres).toHaveLength(9);
    expect(pairs(arrangement.centres, (a, b) => apart(a, b) < NEXT + 1)).toEqual(pairs(hexes, touching));
  });

  it("lays no tile on another, and none outside", () => {
    expect(pairs(arrangement.centres, (a, b) => apart(a, b) < NEXT - 1)).toEqual([]);
    for (const { x, y } of arrangement.centres) {
      expect(x).toBeGreaterThanOrEqual(NEXT / 2 - 0.001);
      expect(y).toBeGreaterThanOrEqual(100 - 0.001);
      expect(x).toBeLessThanOrEqual(arrangement.width - NEXT / 2 + 0.001);
      expect(y).toBeLessThanOrEqual(arrangement.height - 100 + 0.001);
    }
  });

  it("is never smaller than as the players chose it", () => {
    const size = (made: { width: number; height: number }) => Math.min(width / made.width, height / made.height);
    const chosen = arrange(hexes, 1e9, 1e9);
    expect(size(arrangement)).toBeGreaterThanOrEqual(size(chosen) * 0.999);
  });
});

it("a line lies in a wide frame and winds in a square one", () => {
  const line = readLayout("line");
  expect(new Set(arrange(line, 2000, 200).centres.map(({ y }) => Math.round(y))).size).toBe(1);
  expect(new Set(arrange(line, 400, 400).centres.map(({ y }) => Math.round(y))).size).toBeGreaterThan(2);
});

describe("a hex on paper", () => {
  const hexes: Hex[] = [[0, 0], [3, -2], [-4, 7], [-1, -5]];
  it.each(hexes)("%i,%i is found at its middle and well inside its edges", (q, r) => {
    const [x, y] = middleOf([q, r]);
    for (let angle = 0; angle < 360; angle += 10) {
      const [dx, dy] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      for (const far of [0, 0.5, 0.85]) expect(hexAt(x + dx * far * SIZE, y + dy * far * SIZE).map((n) => n + 0)).toEqual([q, r]);
    }
  });

  it("has room around it in its frame", () => {
    const tight = frame([[0, 0], [1, 0]], 0);
    expect(hexesIn(tight).map((hex) => hex.map((n) => n + 0))).toEqual([[0, 0], [1, 0]]);
    expect(hexesIn(frame([[0, 0]], 1)).length).toBeGreaterThanOrEqual(7);
  });
});
