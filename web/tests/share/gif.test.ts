/** What our GIFs say, read back by a decoder that knows only the format. */
import { expect, it } from "vitest";
import { Gif, paletteOf } from "../../src/share/gif";
import { decoded } from "./gif-reader";

type Colour = readonly [red: number, green: number, blue: number];

/** Quicker than comparing thing by thing. */
const same = (one: Iterable<number>, other: Iterable<number>) => Buffer.from([...one]).equals(Buffer.from([...other]));

const RED: Colour = [200, 30, 30];
const BLUE: Colour = [20, 40, 220];
const PAPER: Colour = [246, 239, 224];

function picture(width: number, height: number, colourAt: (x: number, y: number) => Colour): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels.set(colourAt(x, y), 4 * (y * width + x));
  return pixels;
}

it("frames look as they were drawn, each for its time", () => {
  const frames = [0, 5, 5, 11].map((at) => picture(20, 12, (x, y) => (x === at && y === 6 ? RED : x < 3 ? BLUE : PAPER)));
  const gif = new Gif(20, 12, paletteOf(frames));
  frames.forEach((frame, n) => gif.add(frame, 100 * (n + 1)));
  const read = decoded(gif.done());
  expect([read.width, read.height, read.forEver]).toEqual([20, 12, true]);
  expect(read.frames.map((frame) => frame.milliseconds)).toEqual([100, 200, 300, 400]);
  frames.forEach((frame, n) => expect(same(read.frames[n]!.pixels, frame)).toBe(true));
});

it("writes only the part that changed", () => {
  const before = picture(90, 90, () => PAPER);
  const after = picture(90, 90, (x, y) => (x >= 50 && x < 60 && y >= 70 && y < 75 ? RED : PAPER));
  const gif = new Gif(90, 90, [[...PAPER], [...RED]]);
  gif.add(before, 500);
  gif.add(after, 500);
  gif.add(after, 500);
  const [, second, third] = decoded(gif.done()).frames;
  expect(second!.region).toEqual({ left: 50, top: 70, width: 10, height: 5 });
  expect(third!.region).toMatchObject({ width: 1, height: 1 });
  expect(same(third!.pixels, after)).toBe(true);
});

it("few colours are kept as they are, many become 255", () => {
  expect(paletteOf([picture(30, 30, (x) => [RED, BLUE, PAPER][x % 3]!)]).sort()).toEqual([RED, BLUE, PAPER].sort());
  expect(paletteOf([picture(64, 64, (x, y) => [4 * x, 4 * y, 2 * (x + y)])])).toHaveLength(255);
});

it("a small thing keeps its colour in a large meadow", () => {
  const palette = paletteOf([picture(300, 300, (x, y) => (x < 6 && y < 6 ? RED : [150 + (x % 60), 190 + (y % 50), 120]))]);
  expect(palette.find(([r = 0, g = 0]) => r > 180 && g < 60)).toEqual([...RED]);
});

it("no colours at all are no mistake", () => {
  expect(paletteOf([])).toEqual([]);
});
