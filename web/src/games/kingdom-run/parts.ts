/** What the race needs at a table. */
import type { GameParts } from "../../lib/game";
import Board from "./Board.svelte";
import { boardKeys } from "./boardKeys";
import { outcomes } from "./chance";
import { ended, tied } from "./endings";
import { explains } from "./explaining";
import { airs, lasts } from "./pace";
import { soundOf } from "./sounds";
import { tally } from "./tally";
import { readRace } from "./text";
import { turnOf, turns } from "./turns";

export const parts: GameParts = {
  Board,
  lasts,
  airs,
  soundOf,
  mayTakeBack: (step, seat) => step.by === seat || step.by === null, // a turn is one player's
  turnOf,
  turns,
  tally,
  ended,
  counts: (text) => readRace(text).phase === "over",
  tied,
  shares: true,
  outcomes,
  explains,
  keys: boardKeys,
};
