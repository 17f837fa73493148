/** The story of a table: what happened, turn by turn, and the step that each line leads to. */
import type { GameParts } from "../lib/game";
import type { LogLine } from "../lib/live.svelte";
import type { Step } from "../lib/playback.svelte";
import { changed, inTurns, type Line, type Turn } from "../lib/turns";
import { t } from "../lib/words.svelte";
import type { Position, Replay, Seat } from "../generated/wire";

/** What happened before this device came, without a last move that lies face down. */
export function withStory(told: LogLine[], story: Replay, now: { position: Position | null; log: string[] }): LogLine[] {
  return told.map((line) => {
    const ply = line.ply ?? 0;
    const move = story.moves[ply - 1] ?? now.log[ply - 1];
    const position = ply === now.position?.ply ? now.position : positionIn(story, ply);
    if (line.position || !position || move === undefined) return line;
    return { ...line, move, seat: move.startsWith("!") ? "" : story.to_act[ply - 1], more: story.more[ply - 1], position };
  });
}

function positionIn({ positions, explained, to_act, standings }: Replay, ply: number): Position | null {
  const text = positions[ply];
  if (text === undefined) return null;
  const told = explained[ply] ?? {};
  return { text, ply, scores: standings[ply] ?? {}, to_act: to_act[ply] || undefined, ...(Object.keys(told).length ? { explained: told } : {}) };
}

function stepOf({ seq, words, more, seat, move, position }: LogLine): Step | null {
  return position && move ? { position, move, by: seat || null, words, more, seq } : null;
}

/** The moves that are known, oldest first, without gaps up to the last. */
export function stepsOf(told: LogLine[]): Step[] {
  const steps = told.map(stepOf).filter((step) => step !== null);
  const gap = steps.findLastIndex((step, n) => n > 0 && steps[n - 1]!.position.ply + 1 !== step.position.ply);
  return steps.slice(Math.max(0, gap));
}

/** Turn by turn. The position before the first line is not known: that line belongs to its own. */
export function storyOf(told: LogLine[], parts: Pick<GameParts, "turns">, names: Record<Seat, string>): Turn<Line>[] {
  const before = new Map<number, Position>();
  let last: Position | undefined;
  const lines = told.map((line): Line => {
    const { seq, words, more = [], position } = line;
    if (!position) return { at: null, key: seq, words, more, scores: [] };
    const from = last?.ply === position.ply - 1 ? last : undefined;
    before.set(seq, from ?? position);
    last = position;
    return { at: seq, key: seq, words, more, scores: changed(from?.scores, position.scores) };
  });
  return inTurns(lines, ({ key }) => before.get(key) ?? null, parts, names, t("Before the game"));
}

// What the others did since one acted oneself: their turns, one after another.
export interface Others {
  /** Whose turns they were, in order. */
  seats: Seat[];
  /** How many steps of the past come before them. */
  from: number;
}

/** Of what has been shown, the latest turns that were not one's own; who plays for nobody, or for several, has the last turn. */
export function othersTurns(past: Step[], you: Seat[], doer: (step: Step) => Seat | null): Others | null {
  const alone = you.length === 1;
  const theirs = past.map((step) => {
    const seat = step.move === null ? null : doer(step);
    return seat !== null && !(alone && you.includes(seat)) ? seat : null;
  });
  const end = theirs.findLastIndex((seat, n) => n > 0 && seat !== null && past[n]!.by !== null);
  if (end < 0) return null;
  let from = end;
  while (from > 1 && theirs[from - 1] !== null && (alone || theirs[from - 1] === theirs[end])) from--;
  const seats = theirs.slice(from, end + 1).filter((seat) => seat !== null);
  return { seats: seats.filter((seat, n) => seats.indexOf(seat) === n), from };
}
