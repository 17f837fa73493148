/** What the plain board needs at a table: little, since it knows no rules. */
import type { GameParts } from "../../lib/game";
import Board from "./Board.svelte";

export const parts: GameParts = {
  Board,
  drawn: true,
  lasts: () => 1,
  soundOf: ({ move }) => (move === null ? null : move.startsWith("!") ? "dice" : "wood"),
  mayTakeBack: (step, seat) => step.by === seat,
  ended: () => "",
  shares: true,
};
