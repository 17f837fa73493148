/** What the duel needs at a table. */
import type { GameParts } from "../../lib/game";
import Board from "./Board.svelte";
import { outcomes } from "./chance";
import { ended } from "./endings";
import { lasts } from "./pace";
import { soundOf } from "./sounds";
import { tally } from "./tally";
import { turnOf, turns } from "./turns";

export const parts: GameParts = {
  Board,
  lasts,
  soundOf,
  mayTakeBack: (step, seat) => step.by === seat && soundOf(step) !== "rune", // what both have seen stands
  turnOf,
  turns,
  tally,
  ended,
  shares: false,
  outcomes,
};
