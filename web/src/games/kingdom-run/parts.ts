/** What the race needs at a table. */
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
  mayTakeBack: (step, seat) => step.by === seat || step.by === null, // a turn is one player's
  turnOf,
  turns,
  tally,
  ended,
  shares: true,
  outcomes,
};
