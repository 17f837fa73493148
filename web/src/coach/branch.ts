/** A better line, played on a study board from the position of the decision. */
import { api } from "../lib/api";
import { optionsOf } from "../lib/createTable";
import type { Step } from "../lib/playback.svelte";
import type { Better, Costly, Replay } from "../wire";

/** The positions of the line, the decision's own first. */
export async function branchOf(replay: Replay, { ply, seat }: Costly, { move, line, words, line_words }: Better): Promise<Step[]> {
  const moves = line.length ? line : [move];
  const answer = await api.study(replay.game, optionsOf(replay.parameters), replay.positions[ply], moves);
  return answer.positions.map((position, n) => ({
    position: { ...position, ply: ply + n, moves: undefined },
    move: n ? moves[n - 1]! : null,
    by: n ? seat : null,
    words: n ? (line_words[n - 1] ?? words) : "",
  }));
}
