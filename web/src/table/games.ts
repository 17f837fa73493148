/** What a table needs of a game's own folder: its board, and how long each step of it lasts. */
import type { Component } from "svelte";
import type { BoardProps } from "../lib/board";
import type { Step } from "../lib/playback.svelte";
import type { GameName } from "../lib/types";

export interface GameParts {
  Board: Component<BoardProps, object, "prompt" | "next">;
  /** In step times. */
  lasts: (step: Step) => number;
}

/** Only the game that is played is loaded. */
const FOLDERS: Record<GameName, () => Promise<[{ default: GameParts["Board"] }, Pick<GameParts, "lasts">]>> = {
  "kingdom-run": () => Promise.all([import("../kingdom-run/Board.svelte"), import("../kingdom-run/pace")]),
  "chronicles-of-run": () => Promise.all([import("../chronicles/Board.svelte"), import("../chronicles/pace")]),
};

export async function partsOf(game: GameName): Promise<GameParts> {
  const [board, pace] = await FOLDERS[game]();
  return { Board: board.default, lasts: pace.lasts };
}
