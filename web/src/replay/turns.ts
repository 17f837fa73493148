/** A record's moves, turn by turn. */
import type { GameParts } from "../lib/game";
import type { Step } from "../lib/playback.svelte";
import type { Replay, Seat } from "../wire";

export interface Turn {
  /** Who stands in its heading, if anybody, and what that says. */
  seat: Seat;
  heading: string;
  /** The numbers of the positions that its moves lead to. */
  plies: number[];
}

/** What the board draws at each point of the record. */
export function stepsOf(replay: Replay): Step[] {
  return replay.positions.map((text, ply) => {
    const move = ply ? (replay.moves[ply - 1] ?? null) : null;
    return {
      position: { text, ply, scores: replay.standings[ply] ?? {}, to_act: replay.to_act[ply] || undefined, explained: replay.explained[ply] },
      move,
      by: move && !move.startsWith("!") ? replay.to_act[ply - 1] || null : null,
      words: ply ? (replay.words[ply - 1] ?? "") : "",
      drawn: replay.drawn[ply],
    };
  });
}

/** A move belongs to the turn of the position before it. */
export function turnsOf(replay: Replay, { turns }: GameParts, names: Record<Seat, string>): Turn[] {
  const found: (Turn & { label: string })[] = [];
  for (let ply = 1; ply < replay.positions.length; ply++) {
    const before = replay.positions[ply - 1]!;
    const label = turns ? turns.label(before) : (replay.to_act[ply - 1] ?? "");
    const last = found.at(-1);
    if (last && last.label === label && !turns?.begins(before)) last.plies.push(ply);
    else found.push({ label, seat: turns ? turns.seat(label) : label, heading: turns ? turns.heading(label, names) : (names[label] ?? label), plies: [ply] });
  }
  return found;
}
