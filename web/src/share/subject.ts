/** What a picture is taken of. */
import type { GameParts } from "../lib/game";
import type { Step } from "../lib/playback.svelte";
import type { GameName, Seat } from "../wire";
import type { Shown } from "./offstage.svelte";

export interface Subject extends Shown {
  game: GameName;
  parts: GameParts;
  step: Step;
  title: string;
  line: string;
  /** Who plays, in their order. */
  seats: Seat[];
  winners: Seat[];
}

/** One picture of an animated one: what is shown, what is said of it, for how long. */
export interface Frame extends Pick<Subject, "step" | "title" | "line" | "winners"> {
  milliseconds: number;
}

/** What was made: a file, and what it is called. */
export interface Made {
  file: File;
  alt: string;
}
