/** What the duel needs at a table. */
import type { GameParts } from "../../lib/game";
import Board from "./Board.svelte";
import { boardKeys } from "./boardKeys";
import { outcomes } from "./chance";
import { ended, tied } from "./endings";
import { explains } from "./explaining";
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
  tied,
  counts: (text) => text.endsWith(" over"),
  shares: false,
  outcomes,
  explains,
  keys: boardKeys,
};
