/** What our GIFs say, read back by a decoder that knows only the format. */
import { expect, it } from "vitest";
import { Gif } from "../../src/share/gif";
import { packed } from "../../src/share/lzw";
import { Colours, Palette, type Colour } from "../../src/share/palette";
import { decoded, unpacked } from "./gif-reader";

/** A row of numbers that looks like chance and is the same every time. */
function noise(size: number, below: number, seed = 1): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length: size }, () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 12) % below;
  });
}

/** Quicker than comparing thing by thing. */
const same = (one: Iterable<number>, other: Iterable<number>) => Buffer.from([...one]).equals(Buffer.from([...other]));

it.each([
  ["nothing", new Uint8Array(), 8],
  ["one index", Uint8Array.of(7), 8],
  ["of two colours", noise(1000, 2), 1],
  ["all the same", new Uint8Array(20_000).fill(3), 8],
  ["noise that fills the table of codes many times", noise(20_000, 256), 8],
  ["a pattern", Uint8Array.from({ length: 30_000 }, (_, n) => (n % 97) * (n % 3)), 8],
])("what was packed is read again: %s", (_, indexes, bits) => {
  expect(same(unpacked(packed(indexes, bits)), indexes)).toBe(true);
});

it("is read again at every length at which a code grows", () => {
  for (let size = 1; size < 700; size++) {
    const indexes = noise(size, 4, size);
    expect(same(unpacked(packed(indexes, 2)), indexes), `${size} indexes`).toBe(true);
  }
});

it("packs what repeats itself", () => {
  expect(packed(new Uint8Array(100_000).fill(9), 8).length).toBeLessThan(1_000);
});

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
  const colours = new Colours();
  frames.forEach((frame) => colours.add(frame));
  const gif = new Gif(20, 12, colours.palette(255));
  frames.forEach((frame, n) => gif.add(frame, 100 * (n + 1)));
  const read = decoded(gif.done());
  expect([read.width, read.height, read.forEver]).toEqual([20, 12, true]);
  expect(read.frames.map((frame) => frame.milliseconds)).toEqual([100, 200, 300, 400]);
  frames.forEach((frame, n) => expect(same(read.frames[n]!.pixels, frame)).toBe(true));
});

it("writes only the part that changed", () => {
  const before = picture(90, 90, () => PAPER);
  const after = picture(90, 90, (x, y) => (x >= 50 && x < 60 && y >= 70 && y < 75 ? RED : PAPER));
  const gif = new Gif(90, 90, new Palette([PAPER, RED]));
  gif.add(before, 500);
  gif.add(after, 500);
  gif.add(after, 500);
  const [, second, third] = decoded(gif.done()).frames;
  expect(second!.part).toEqual({ left: 50, top: 70, width: 10, height: 5 });
  expect(third!.part).toMatchObject({ width: 1, height: 1 });
  expect(same(third!.pixels, after)).toBe(true);
});

it("few colours are kept as they are, many become at most as many as asked for", () => {
  const colours = new Colours();
  colours.add(picture(30, 30, (x) => [RED, BLUE, PAPER][x % 3]!));
  expect([...colours.palette(255).colours].sort()).toEqual([RED, BLUE, PAPER].sort());
  colours.add(picture(64, 64, (x, y) => [4 * x, 4 * y, 2 * (x + y)]));
  expect(colours.palette(32).colours).toHaveLength(32);
});

it("a small thing keeps its colour in a large meadow", () => {
  const colours = new Colours();
  colours.add(picture(300, 300, (x, y) => (x < 6 && y < 6 ? RED : [150 + (x % 60), 190 + (y % 50), 120])));
  const [red, green, blue] = colours.palette(64).colours.find(([r, g]) => r > 180 && g < 60) ?? [0, 0, 0];
  expect([red, green, blue]).toEqual([...RED]);
});

it("no colours at all are no mistake", () => {
  expect(new Colours().palette(8).colours).toEqual([]);
});
