/** A record's moves, turn by turn. */
import type { Step } from "../lib/playback.svelte";
import type { Replay, Seat, TallyItem } from "../lib/types";
import { phaseOf, turnLabel, turnOf } from "../table/turns";

export interface Turn {
  /** A clan, or the number of a turn and who has the initiative; `1-` is the deal. */
  label: string;
  /** The numbers of the positions that its moves lead to. */
  plies: number[];
}

/** What the board draws at each point of the record. */
export function stepsOf(replay: Replay): Step[] {
  return replay.positions.map((text, ply) => {
    const move = ply ? (replay.moves[ply - 1] ?? null) : null;
    const explained = replay.explained[ply];
    return {
      position: { text, ply, scores: explained ? scores(explained.tally) : {}, explained },
      move,
      by: move && !move.startsWith("!") ? turnOf(replay.game, replay.positions[ply - 1]!) : null,
      words: ply ? (replay.words[ply - 1] ?? "") : "",
    };
  });
}

function scores(tally: Record<Seat, TallyItem[]>): Record<Seat, number> {
  return Object.fromEntries(
    Object.entries(tally).map(([seat, items]) => [seat, items.reduce((sum, { points }) => sum + points, 0)]),
  );
}

/** A move belongs to the turn of the position before it; a clan that rolls begins a new one. */
export function turnsOf(replay: Replay): Turn[] {
  const turns: Turn[] = [];
  for (let ply = 1; ply < replay.positions.length; ply++) {
    const before = replay.positions[ply - 1]!;
    const label = turnLabel(before);
    const last = turns.at(-1);
    if (last && last.label === label && phaseOf(before) !== "roll") last.plies.push(ply);
    else turns.push({ label, plies: [ply] });
  }
  return turns;
}
