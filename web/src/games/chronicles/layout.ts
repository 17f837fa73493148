/** Where tiles lie on the screen. Turning, mirroring and winding change how a layout looks, never which tiles touch. */
import type { Attachment } from "svelte/attachments";

type Hex = [number, number];

export interface Point {
  x: number;
  y: number;
}

/** Tile centres, in units of which a tile's radius has 100; `width` and `height` are those of the whole. */
export interface Arrangement {
  centres: Point[];
  width: number;
  height: number;
}

const RADIUS = 100;
const ACROSS = Math.sqrt(3) * RADIUS;
const ROW = 1.5 * RADIUS;
const GAP = 60; // between parts that do not hang together
const AS_CHOSEN = 1.15; // how much larger a turned layout must make its tiles to be preferred
const STRAIGHT = 1.3; // the same for a line that winds

/** CR-2.2, for positions that come unexplained. */
const PRESETS: Record<string, Hex[]> = {
  block: [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1], [0, 2], [1, 2], [2, 2]],
  ring: [[0, 0], [1, 0], [2, 0], [2, 1], [1, 2], [0, 2], [-1, 2], [-1, 1], [3, 0]],
  line: [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0], [5, 0], [6, 0], [7, 0], [8, 0]],
};

export function readLayout(text: string): Hex[] {
  return PRESETS[text] ?? text.split(";").map((hex) => hex.split(",").map(Number) as Hex);
}

/** The arrangement in which tiles become largest in a box; as the players chose it, unless another is clearly larger. */
export function arrange(hexes: Hex[], width: number, height: number): Arrangement {
  let best: Arrangement | null = null;
  let most = 0;
  for (const [arrangement, handicap] of candidates(hexes)) {
    const size = Math.min(width / arrangement.width, height / arrangement.height) / handicap;
    if (size > most) [best, most] = [arrangement, size];
  }
  return best ?? framed(hexes.map(centre));
}

function* candidates(hexes: Hex[]): Generator<[Arrangement, number]> {
  const parts = together(hexes);
  for (const [index, turned] of turnings(hexes).entries()) {
    const handicap = index ? AS_CHOSEN : 1;
    yield [framed(turned.map(centre)), handicap];
    if (parts.length > 1) for (const across of [2, 3, 4, 6, 9]) yield [packed(turned, parts, across * ACROSS), AS_CHOSEN * handicap];
  }
  if (isLine(hexes)) for (const row of [2, 3, 4]) yield [framed(wound(hexes, row).map(centre)), STRAIGHT];
}

function centre([q, r]: Hex): Point {
  return { x: ACROSS * (q + r / 2), y: ROW * r };
}

function framed(points: Point[]): Arrangement {
  const left = Math.min(...points.map(({ x }) => x)) - ACROSS / 2;
  const top = Math.min(...points.map(({ y }) => y)) - RADIUS;
  return {
    centres: points.map(({ x, y }) => ({ x: x - left, y: y - top })),
    width: Math.max(...points.map(({ x }) => x)) + ACROSS / 2 - left,
    height: Math.max(...points.map(({ y }) => y)) + RADIUS - top,
  };
}

/** The twelve ways to turn and mirror a layout, as it is first. */
function turnings(hexes: Hex[]): Hex[][] {
  const ways: Hex[][] = [];
  let turned = hexes;
  for (let times = 0; times < 6; times++) {
    ways.push(turned, turned.map(([q, r]): Hex => [r, q]));
    turned = turned.map(([q, r]): Hex => [-r, q + r]);
  }
  return ways;
}

function touch([q, r]: Hex, [p, s]: Hex): boolean {
  const [dq, dr] = [p - q, s - r];
  return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr)) === 1;
}

/** The parts of a layout that hang together, as indices. */
function together(hexes: Hex[]): number[][] {
  const parts: number[][] = [];
  const left = new Set(hexes.keys());
  while (left.size) {
    const part = [[...left][0]!];
    left.delete(part[0]!);
    for (const index of part) {
      for (const other of [...left]) {
        if (!touch(hexes[index]!, hexes[other]!)) continue;
        part.push(other);
        left.delete(other);
      }
    }
    parts.push(part);
  }
  return parts;
}

/** Far-flung parts moved close to one another, in rows of at most a width. */
function packed(hexes: Hex[], parts: number[][], across: number): Arrangement {
  const points: Point[] = hexes.map(centre);
  let [x, y, tall] = [0, 0, 0];
  for (const part of parts) {
    const frame = framed(part.map((index) => points[index]!));
    if (x && x + frame.width > across) [x, y, tall] = [0, y + tall + GAP, 0];
    part.forEach((index, at) => (points[index] = { x: x + frame.centres[at]!.x, y: y + frame.centres[at]!.y }));
    x += frame.width + GAP;
    tall = Math.max(tall, frame.height);
  }
  return framed(points);
}

function isLine(hexes: Hex[]): boolean {
  return hexes.every((hex, index) => {
    const [before, first, second] = [hexes[index - 1], hexes[0]!, hexes[1]!];
    return !before || (hex[0] - before[0] === second[0] - first[0] && hex[1] - before[1] === second[1] - first[1] && touch(hex, before));
  });
}

/** A line that winds to and fro, so that still only those touch that touched before. */
function wound(hexes: Hex[], row: number): Hex[] {
  const places: Hex[] = [];
  let [x, y, way] = [0, 0, 1]; // x in half tiles
  while (places.length < hexes.length) {
    for (let along = 0; along < row && places.length < hexes.length; along++) {
      places.push([(x - y) / 2, y]);
      if (along < row - 1) x += 2 * way;
    }
    if (places.length < hexes.length) places.push([(x + way - ++y) / 2, y]);
    y++;
    way = -way;
  }
  return places;
}

// An element's size, reported after the browser has laid out.

export interface Box {
  width: number;
  height: number;
}

export function boxOf(tell: (box: Box) => void): Attachment<HTMLElement> {
  return (element) => {
    const observer = new ResizeObserver(() => tell({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  };
}
