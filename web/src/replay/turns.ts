/** A record's moves, turn by turn. */
import type { GameParts } from "../lib/game";
import type { Step } from "../lib/playback.svelte";
import { changed, inTurns, type Line, type Turn } from "../lib/turns";
import type { Replay, Seat } from "../generated/wire";

/** What the board draws at each point of the record. */
export function stepsOf(replay: Replay): Step[] {
  return replay.positions.map((text, ply) => {
    const move = ply ? (replay.moves[ply - 1] ?? null) : null;
    return {
      position: { text, ply, scores: replay.standings[ply] ?? {}, to_act: replay.to_act[ply] || undefined, explained: replay.explained[ply] },
      move,
      by: move && !move.startsWith("!") ? replay.to_act[ply - 1] || null : null,
      words: ply ? (replay.words[ply - 1] ?? "") : "",
      more: ply ? (replay.more[ply - 1] ?? []) : [],
      drawn: replay.drawn[ply],
    };
  });
}

export function turnsOf(replay: Replay, parts: Pick<GameParts, "turns">, names: Record<Seat, string>): Turn<Line>[] {
  const lines = replay.positions.slice(1).map((_, n): Line => ({
    at: n + 1,
    key: n + 1,
    words: replay.words[n] || (replay.moves[n] ?? ""),
    more: replay.more[n] ?? [],
    scores: changed(replay.standings[n], replay.standings[n + 1]),
    comments: replay.comments[String(n + 1)],
  }));
  return inTurns(lines, ({ key }) => ({ text: replay.positions[key - 1]!, to_act: replay.to_act[key - 1] }), parts, names);
}
