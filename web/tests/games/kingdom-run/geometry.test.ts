/** Where everything of a circuit lies: in the frame, apart from one another, on the way from start to arch. */
import { describe, expect, it } from "vitest";
import { lay, lineOf, PITCH, RADIUS, scaleOf, seatOf, SEATS, stretch, wayOf, type Ground, type Point } from "../../../src/games/kingdom-run/geometry";
import { castlePlace, growths, horizonOf } from "../../../src/games/kingdom-run/scenery";
import { readCircuit } from "../../../src/games/kingdom-run/text";

const USUAL = "oooo|o~o|o~o|o~o|o 2:2,3:2,4:2,5:2,6:2 13,12,11,10,9,8,7,6";
const LONG = "oooo|o~oo|oo~o|oo~o|oooo 2:4,3:4,5:4,8:4 20,17,15,13,11,9,7,5,4,3,2,1";
const SHORT = "oooo|~~~ 2:3 20";
const FRAMES: [string, number, number][] = [["a phone", 374, 460], ["a phone that lies", 500, 300], ["a desktop", 900, 760], ["a narrow screen", 304, 300]];
const CASES = [USUAL, LONG, SHORT].flatMap((circuit) => FRAMES.map(([frame, width, height]) => ({ circuit, frame, width, height })));
const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const inside = ({ x, y }: Point, { width, height }: Ground) => x >= 0 && x <= width && y >= 0 && y <= height;

describe.each(CASES)("$circuit on $frame", ({ circuit, width, height }) => {
  const read = readCircuit(circuit);
  const ground = lay(read, width, height);

  it("has a place for each space and each prize, none outside", () => {
    expect([ground.spaces.length, ground.podium.steps.length, ground.ways.length]).toEqual([read.spaces.length, read.prizes.length, read.spaces.length]);
    for (const point of [...ground.spaces, ground.arch, ...ground.podium.steps]) expect(inside(point, ground)).toBe(true);
  });

  it("has no spaces that cover each other", () => {
    const nearest = ground.spaces.flatMap((space, n) => ground.spaces.slice(n + 1).map((other) => apart(space, other)));
    expect(Math.min(...nearest)).toBeGreaterThan(2 * RADIUS);
  });

  it("has spaces of a row a whole step apart", () => {
    ground.spaces.slice(1).forEach((space, n) => {
      const before = ground.spaces[n]!;
      if (Math.abs(space.y - before.y) < 20) expect(Math.abs(space.x - before.x)).toBeGreaterThan(PITCH - 0.001);
    });
  });

  it("leads from each space to the next, and to the arch", () => {
    ground.ways.forEach((way, n) => {
      expect(apart(way[0]!, ground.spaces[n]!)).toBeLessThan(0.001);
      expect(apart(way.at(-1)!, ground.spaces[n + 1] ?? ground.arch)).toBeLessThan(0.001);
    });
    expect(apart(ground.lead.at(-1)!, ground.spaces[0]!)).toBeLessThan(0.001);
  });

  it("fills the frame, and no more of it", () => {
    const scale = scaleOf(ground, width, height);
    expect(scale * ground.width).toBeCloseTo(width, 3);
    expect(scale * ground.height).toBeCloseTo(height, 3);
  });

  it("winds: every other row runs back", () => {
    const rows = ground.rows.map((y) => ground.spaces.filter((space) => Math.abs(space.y - y) < 10));
    const ways = rows.filter((row) => row.length > 1).map((row) => Math.sign(row.at(-1)!.x - row[0]!.x));
    ways.forEach((way, n) => expect(way).toBe(n % 2 ? -1 : 1));
  });

  it("has trees only where there is meadow, and none on the path", () => {
    const grown = growths(ground);
    for (const { x, y } of grown) {
      expect(y).toBeGreaterThan(horizonOf(ground));
      expect(Math.min(...ground.spaces.map((space) => apart(space, { x, y })))).toBeGreaterThan(RADIUS);
    }
    expect(growths(ground)).toEqual(grown);
  });
});

describe("a board that is given a little less room", () => {
  const winding = (width: number, height: number, screen: number) => lay(readCircuit(USUAL), width, height, screen).rows.length;

  it("winds as it did: beside the coach, under a hint, with a bar that grows", () => {
    expect(winding(760, 500, 1.6)).toBe(winding(830, 760, 1.6));
    expect(winding(374, 260, 0.59)).toBe(winding(374, 400, 0.59));
  });

  it("has spaces that a thumb meets, on the narrowest phone", () => {
    const ground = lay(readCircuit(USUAL), 374, 390, 0.59);
    expect(2 * RADIUS * scaleOf(ground, 374, 390)).toBeGreaterThan(44);
  });
});

describe("the podium", () => {
  const { podium, width } = lay(readCircuit(USUAL), 374, 460);

  it("has the first place in the middle and highest, the others left and right in turn", () => {
    const [one, two, three, ...rest] = podium.steps;
    expect(two!.x).toBeLessThan(one!.x);
    expect(three!.x).toBeGreaterThan(one!.x);
    for (const step of [two!, three!, ...rest]) expect(step.height).toBeLessThan(one!.height);
    expect(podium.steps.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("has a second rank from the ninth place on", () => {
    const { steps } = lay(readCircuit(LONG), 374, 460).podium;
    expect(steps.map(({ rank }) => rank)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
    expect(steps[8]!.y).toBeGreaterThan(steps[0]!.y);
  });

  it("is not where the castle is", () => {
    const ground = lay(readCircuit(USUAL), 374, 460);
    const middle = podium.x + podium.width / 2;
    expect(castlePlace(ground) < width / 2).toBe(middle >= width / 2);
  });
});

describe("a runner", () => {
  const ground = lay(readCircuit(USUAL), 374, 460);

  it("stands in the middle of a space that it has for itself", () => {
    const alone = seatOf(ground, { at: 3, seat: 2, alone: true });
    expect(alone.x).toBe(ground.spaces[2]!.x);
    expect(Math.abs(alone.y - ground.spaces[2]!.y)).toBeLessThan(RADIUS / 4);
  });

  it("stands on its seat of a space, on a step of the podium, else at the arch", () => {
    expect(seatOf(ground, { at: 3, seat: 2 })).toEqual({ x: ground.spaces[2]!.x + SEATS[2]!.x, y: ground.spaces[2]!.y + SEATS[2]!.y });
    expect(seatOf(ground, { at: 15, seat: 0 })).toEqual({ x: ground.podium.steps[0]!.x, y: ground.podium.steps[0]!.y - 18 });
    expect(seatOf(ground, { at: 99, seat: 0 })).toEqual(ground.arch);
  });

  it("passes every space between, and the arch when it arrives", () => {
    const way = wayOf(ground, { at: 12, seat: 0 }, { at: 15, seat: 0 });
    expect(way.slice(1, -1)).toEqual([ground.spaces[12], ground.spaces[13], ground.arch]);
    expect(wayOf(ground, { at: 2, seat: 0 }, { at: 3, seat: 1 })).toEqual([seatOf(ground, { at: 2, seat: 0 }), seatOf(ground, { at: 3, seat: 1 })]);
    expect(wayOf(ground, { at: 2, seat: 0 }, { at: 4, seat: 0 })[1]).toEqual(ground.spaces[2]);
  });

  it("follows the path's middle line", () => {
    expect(stretch(ground, 2, 4)).toEqual([...ground.ways[1]!, ...ground.ways[2]!]);
    expect(stretch(ground, 14, 20)).toEqual(ground.ways[13]);
  });
});

it("a line is written with a tenth of a unit", () => {
  expect(lineOf([{ x: 1.234, y: 2 }, { x: -3.06, y: 0 }])).toBe("M1.2 2.0L-3.1 0.0");
});
