/** What a picture is taken of. */
import type { GameParts } from "../lib/game";
import type { Step } from "../lib/playback.svelte";
import type { Line, Turn } from "../lib/turns";
import type { GameName, Seat } from "../generated/wire";
import type { Shown } from "./offstage.svelte";

export interface Subject extends Shown {
  game: GameName;
  parts: GameParts;
  step: Step;
  title: string;
  line: string;
  /** Who plays, in their order. */
  seats: Seat[];
  winners: Seat[];
}

/** One picture of an animated one: what is shown, what is said of it, for how long. */
export interface Frame extends Pick<Subject, "step" | "title" | "line" | "winners"> {
  milliseconds: number;
}

/** What was made: a file, and what it is called. */
export interface Made {
  file: File;
  alt: string;
}

// Which positions of a game an animated picture shows: one a turn, and the end for longer.
const [SHOWN, FIRST, LAST] = [900, 1_200, 4_000]; // milliseconds
const MOST = 90; // frames: a longer game leaves some of its turns out, evenly
const LONGEST = 150; // letters of what is said

/** The last position of each turn, after the first of all. */
export function framesOf(steps: Step[], turns: Turn<Line>[], end: Pick<Frame, "title" | "line" | "winners"> | null, title: string): Frame[] {
  const plies = thinned(turns.map((turn) => turn.items.at(-1)!.key).filter((ply) => ply < steps.length - 1), MOST - 2);
  const last = steps.length - 1;
  const shown = [0, ...plies, ...(last > 0 ? [last] : [])];
  const turnAt = new Map(turns.map((turn) => [turn.items.at(-1)!.key, turn]));
  return shown.map((ply, n) => {
    const ends = ply === last && end;
    const said = toldOf(turnAt.get(ply), steps);
    return {
      step: steps[ply]!,
      title: ends ? end.title : title,
      line: ends ? end.line : said,
      winners: ends ? end.winners : [],
      milliseconds: n === shown.length - 1 ? LAST : n === 0 ? FIRST : SHOWN,
    };
  });
}

/** What was done in a turn: all of it if that is short, else how it ended. */
function toldOf(turn: Turn<Line> | undefined, steps: Step[]): string {
  if (!turn) return "";
  const words = turn.items.map(({ key: ply }) => steps[ply]!.words).filter(Boolean);
  const whole = words.join(" ");
  return whole.length <= LONGEST ? whole : (words.at(-1) ?? "");
}

export function thinned<T>(items: T[], most: number): T[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, n) => items[Math.floor(((n + 0.5) * items.length) / most)]!);
}
