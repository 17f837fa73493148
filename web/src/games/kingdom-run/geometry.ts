/** Where everything of a circuit lies, in the board's own units: rows that wind upwards, the podium on top. */
import type { CircuitText } from "./text";

export interface Point {
  x: number;
  y: number;
}

interface PodiumStep extends Point {
  place: number;
  prize: number;
  height: number;
  /** Steps in front are drawn last. */
  rank: number;
}

export interface Ground {
  width: number;
  height: number;
  spaces: Point[];
  /** The way from each space to the next, the last one to the arch; finely sampled. */
  ways: Point[][];
  /** Before the first space. */
  lead: Point[];
  rows: number[];
  arch: Point;
  podium: { x: number; y: number; width: number; height: number; steps: PodiumStep[] };
}

export const RADIUS = 43;
export const STEP_WIDTH = 43;
export const PITCH = 98;
const ROW = 106;
const SIDE = 58;
const BOTTOM = 56;
const RANK = 8; // podium places side by side
const STEP_ROOM = 114; // a rank with the runners on it
const FRONT_ROOM = 78;
const BELOW_PODIUM = 62; // to the arch's middle
const SAMPLES = 14;

/** The four seats of a space, from its middle: the first two lie across from each other. */
export const SEATS: readonly Point[] = [
  { x: -17.5, y: 13 },
  { x: 17.5, y: -15 },
  { x: 17.5, y: 13 },
  { x: -17.5, y: -15 },
];
/** Whoever is alone on a space stands in its middle, and is larger. */
export const ALONE: Point & { size: number } = { x: 0, y: -5, size: 1.36 };

/** The frames a circuit winds for. They depend on the screen's shape alone, so that a board looks the same everywhere. */
const SHAPES = [
  { below: 0.5, width: 374, height: 580 },
  { below: 1, width: 374, height: 400 },
  { below: 1.7, width: 830, height: 750 },
  { below: Infinity, width: 960, height: 600 },
] as const;

/** The circuit in a frame of this many pixels, all of which is its ground, on a screen that is `screen` times as wide as high. */
export function lay(circuit: CircuitText, width: number, height: number, screen = width / height): Ground {
  const shape = SHAPES.find(({ below }) => screen < below)!;
  let best: Ground | null = null;
  let bestScale = -1;
  let choice = { columns: 3, beside: false };
  for (let columns = 3; columns <= 11; columns++) {
    for (const beside of [false, true]) {
      const ground = arrange(circuit, columns, beside);
      if (!ground) continue;
      const scale = Math.min(shape.width / ground.width, shape.height / ground.height);
      if (scale > bestScale + 0.001) [best, bestScale, choice] = [ground, scale, { columns, beside }];
    }
  }
  best ??= arrange(circuit, 3, false)!;
  const { columns, beside } = choice;
  // What is left of the frame goes into wider steps and rows, and the rest of it is meadow and sky.
  const scale = Math.min(width / best.width, height / best.height);
  const wider = limited((width / scale - 2 * SIDE) / (best.width - 2 * SIDE), 1.6);
  const higher = limited(1 + (height / scale - best.height) / ((best.rows.length - 1) * ROW), 1.4);
  const spread = arrange(circuit, columns, beside, { wider, higher }) ?? best;
  const fits = Math.min(width / spread.width, height / spread.height);
  const room = { across: width / fits - spread.width, above: height / fits - spread.height };
  return arrange(circuit, columns, beside, { wider, higher, ...room }) ?? spread;
}

/** Pixels a unit. */
export function scaleOf(ground: Ground, width: number, height: number): number {
  return Math.min(width / ground.width, height / ground.height);
}

const limited = (factor: number, most: number) => Math.min(most, Math.max(1, factor));

interface Spread {
  /** How much farther apart spaces and rows are than they must be. */
  wider?: number;
  higher?: number;
  /** Units of meadow more, on both sides together, and of sky. */
  across?: number;
  above?: number;
}

function arrange(circuit: CircuitText, columns: number, beside: boolean, { wider = 1, higher = 1, across = 0, above = 0 }: Spread = {}): Ground | null {
  const count = circuit.spaces.length;
  const places = circuit.prizes.length;
  const ranks = places > RANK ? 2 : 1;
  const abreast = Math.min(places, RANK);
  const podiumWidth = abreast * STEP_WIDTH + 24;
  const podiumHeight = STEP_ROOM + (ranks - 1) * FRONT_ROOM;
  const narrow = Math.max((columns - 1) * PITCH, podiumWidth - 2 * SIDE + 16);
  const inner = narrow * wider;
  const side = SIDE + across / 2;
  const width = inner + 2 * side;
  const rowHeight = ROW * higher;

  // In the podium's own row stand as many spaces as still fit beside it and the arch.
  const last = beside ? Math.floor((narrow + SIDE - podiumWidth - 150) / PITCH) + 1 : 0;
  if (beside && last < 1) return null;
  const slots = beside ? count - last : count + 1; // the arch takes a place of its own
  if (slots < columns) return null;
  const rowCount = Math.ceil(slots / columns);
  const sizes = balanced(slots, rowCount);
  if (beside) sizes.push(last);

  const below = above * 0.3;
  const top = above - below + (beside ? Math.max(STEP_ROOM + 12, podiumHeight) : podiumHeight + BELOW_PODIUM + 14);
  const height = top + (sizes.length - 1) * rowHeight + BOTTOM + below;
  const rows = sizes.map((_, row) => height - BOTTOM - below - row * rowHeight);
  const spaces: Point[] = [];
  sizes.forEach((size, row) => {
    const rightward = row % 2 === 0;
    const tight = beside && row === sizes.length - 1;
    for (let index = 0; index < size; index++) {
      const along = tight ? index * PITCH * wider : size === 1 ? 0 : (index * inner) / (size - 1);
      const edge = index === 0 || (index === size - 1 && !tight);
      const sway = edge ? 0 : Math.sin(index * 2.3 + row * 1.7) * 7;
      spaces.push({ x: side + (rightward ? along : inner - along), y: rows[row]! + sway });
    }
  });

  const finalRightward = (sizes.length - 1) % 2 === 0;
  let arch: Point;
  let podiumX: number;
  let podiumY: number;
  if (beside) {
    const end = spaces.at(-1)!;
    const margin = 12 + across / 2;
    const room = finalRightward ? width - margin - podiumWidth - end.x : end.x - margin - podiumWidth;
    const ahead = Math.min(room - 48, Math.max(92, room / 2 + 12));
    arch = { x: end.x + (finalRightward ? ahead : -ahead), y: end.y };
    podiumX = finalRightward ? width - margin - podiumWidth : margin;
    podiumY = rows.at(-1)! + 44 - podiumHeight;
  } else {
    arch = spaces.pop()!;
    // Behind the arch; in the middle where it nearly fills the width, or it would look shifted.
    const spare = width - podiumWidth;
    podiumX = spare < SIDE ? spare / 2 : Math.min(Math.max(arch.x - podiumWidth / 2, 8 + across / 2), spare - 8 - across / 2);
    podiumY = top - BELOW_PODIUM - podiumHeight;
  }
  const podium = {
    x: podiumX,
    y: podiumY,
    width: podiumWidth,
    height: podiumHeight,
    steps: stairs(circuit.prizes, podiumX + podiumWidth / 2, podiumY + podiumHeight),
  };

  const goal = beside ? { x: arch.x + (finalRightward ? 60 : -60), y: arch.y + 10 } : { x: arch.x, y: podiumY + podiumHeight };
  const start = { x: Math.min(-60, spaces[0]!.x - 130), y: spaces[0]!.y + 8 };
  const line = [start, ...spaces, arch, goal];
  const ways = line.slice(1, -2).map((_, index) => curve(line, index + 1));
  return { width, height, spaces: spaces, ways, lead: curve(line, 0), rows, arch, podium };
}

/** Rows as equal as can be, the longer ones first. */
function balanced(count: number, rows: number): number[] {
  const size = Math.floor(count / rows);
  const longer = count % rows;
  return Array.from({ length: rows }, (_, row) => size + (row < longer ? 1 : 0));
}

/** A stretch of the smooth line through all points. */
function curve(line: Point[], index: number): Point[] {
  const [a, b, c, d] = [line[Math.max(0, index - 1)]!, line[index]!, line[index + 1]!, line[Math.min(line.length - 1, index + 2)]!];
  return Array.from({ length: SAMPLES + 1 }, (_, sample) => {
    const s = sample / SAMPLES;
    const along = (p: number, q: number, r: number, t: number) =>
      0.5 * (2 * q + (r - p) * s + (2 * p - 5 * q + 4 * r - t) * s * s + (3 * q - p - 3 * r + t) * s * s * s);
    return { x: along(a.x, b.x, c.x, d.x), y: along(a.y, b.y, c.y, d.y) };
  });
}

/** First place in the middle, the others left and right of it in turn, ever lower. */
function stairs(prizes: number[], middle: number, base: number): PodiumStep[] {
  const ranks = prizes.length > RANK ? 2 : 1;
  return prizes.map((prize, place) => {
    const rank = Math.floor(place / RANK);
    const inRank = place % RANK;
    const size = Math.min(RANK, prizes.length - rank * RANK);
    const side = inRank % 2 === 1 ? -1 : 1;
    const column = side * Math.ceil(inRank / 2) + (size % 2 === 0 ? 0.5 : 0);
    const height = rank === 0 ? 66 - (inRank * 42) / Math.max(7, size - 1) : 24;
    return { place: place + 1, prize, x: middle + column * STEP_WIDTH, y: base - (ranks - 1 - rank) * FRONT_ROOM - height, height, rank };
  });
}

/** Where a runner is: which of a space's seats it has, or all of it. */
interface Standing {
  at: number;
  seat: number;
  alone?: boolean;
}

export function seatOf(ground: Ground, { at, seat, alone }: Standing): Point {
  const space = ground.spaces[at - 1];
  const place = alone ? ALONE : SEATS[seat]!;
  if (space) return { x: space.x + place.x, y: space.y + place.y };
  const step = ground.podium.steps[at - ground.spaces.length - 1];
  return step ? { x: step.x, y: step.y - 18 } : ground.arch;
}

/** The places that a runner passes on its way, ends included. */
export function wayOf(ground: Ground, from: Standing, to: Standing): Point[] {
  const count = ground.spaces.length;
  const between: Point[] = [];
  for (let at = from.at + 1; at < Math.min(to.at, count + 1); at++) between.push(ground.spaces[at - 1]!);
  if (to.at > count && from.at <= count) between.push(ground.arch);
  return [seatOf(ground, from), ...between, seatOf(ground, to)];
}

/** The path's middle line from one space to another; past the last one, to the arch. */
export function stretch(ground: Ground, from: number, to: number): Point[] {
  return ground.ways.slice(from - 1, Math.min(to, ground.spaces.length + 1) - 1).flat();
}

export function lineOf(points: Point[]): string {
  return points.map(({ x, y }, index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}
