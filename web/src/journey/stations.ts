/** The stations of the journey, from the gentlest opponent to the most merciless: the games take turns, level by level. */
import { levelsOf } from "../lib/players";
import { gameModule, games } from "../lib/games.svelte";
import { remember } from "../lib/keys";
import { stationName } from "../lib/progress";
import { openAtOnce } from "../start/newGame";
import type { BotView, GameName, Result, Seat, SeatView } from "../generated/wire";

export interface Station {
  name: string;
  game: GameName;
  bot: string;
  title: string;
}

/** Whoever is beaten stays so; the first who is not comes next; the others wait behind. */
export type Standing = "won" | "next" | "closed";

/** Only games that have something to tell take part. */
export function stations(): Station[] {
  const telling = games().filter(({ name }) => gameModule(name).stories);
  return interleaved(telling.map(({ name: game }) => levelsOf(game).map((bot) => stationOf(game, bot))));
}

const stationOf = (game: GameName, { name: bot, title }: BotView): Station => ({ name: stationName(game, bot), game, bot, title });

/** The first of each list, then the second of each, and so on. */
export function interleaved<T>(lists: readonly T[][]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, n) => lists.flatMap((list) => list.slice(n, n + 1))).flat();
}

export function standings(names: readonly string[], beaten: Record<string, number>): Standing[] {
  const next = names.findIndex((name) => !(name in beaten));
  return names.map((name, n) => (name in beaten ? "won" : n === next ? "next" : "closed"));
}

// What a game of the journey came to, for whoever plays it on this device.
export type Outcome = "won" | "lost" | "drawn";

const CUT_SHORT = new Set(["broken-off", "resignation"]);

/** A win counts if it was played to the end, by oneself: not shared, not by whoever stood in. */
export function outcomeOf({ winners, ending }: Pick<Result, "winners" | "ending">, you: readonly Seat[], seats: readonly Pick<SeatView, "seat" | "bot">[]): Outcome {
  const mine = winners.filter((seat) => you.includes(seat));
  if (!mine.length && winners.length) return "lost";
  if (winners.length !== 1) return "drawn";
  return CUT_SHORT.has(ending) || seats.find(({ seat }) => seat === mine[0])?.bot ? "lost" : "won";
}

/** Where the stations lie and how the path winds between them, in a picture that is wide or tall. */
export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  width: number;
  height: number;
  points: Point[];
}

const SWING = [0, 1, 0.12, 0.9, 0.05, 1, 0.15, 0.88, 0.02, 0.8]; // how far to the other side each lies, so that no two bends are alike

/** From left to right, up and down. */
export function wide(count: number): Layout {
  return { width: 1200, height: 400, points: swinging(count, (along, across) => ({ x: 90 + 1020 * along, y: 238 - 132 * across })) };
}

/** From top to bottom, to and fro. */
export function tall(count: number): Layout {
  const height = 110 + 112 * count;
  return { width: 390, height, points: swinging(count, (along, across) => ({ x: 88 + 214 * across, y: 66 + (height - 196) * along })) };
}

function swinging(count: number, place: (along: number, across: number) => Point): Point[] {
  return Array.from({ length: count }, (_, n) => place(count > 1 ? n / (count - 1) : 0.5, SWING[n % SWING.length]!));
}

/** From each station to the next: a bend that leaves and arrives along the way of the whole. */
export function bends({ width, height, points }: Layout): string[] {
  const upright = height > width;
  return points.slice(1).map((to, n) => {
    const from = points[n]!;
    const half = (upright ? to.y - from.y : to.x - from.x) / 2;
    const [a, b] = upright ? [{ x: from.x, y: from.y + half }, { x: to.x, y: to.y - half }] : [{ x: from.x + half, y: from.y }, { x: to.x - half, y: to.y }];
    return `M${from.x} ${from.y}C${a.x} ${a.y} ${b.x} ${b.y} ${to.x} ${to.y}`;
  });
}

// A game of the journey: at once, with the usual rules, and its table remembers which station it is.
export async function beginStation({ game, bot, name }: Pick<Station, "game" | "bot" | "name">): Promise<string> {
  const { id } = await openAtOnce(game, "computer", bot);
  remember(id, { journey: name });
  return id;
}
