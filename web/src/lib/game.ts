/** What a game is on the page: all that tables, replays, lessons and the first page ask of it, and nobody else's names. */
import type { Drawn, GameView, Problem, Result, Seat } from "../generated/wire";
import type { Component } from "svelte";
import type { Outcome } from "./dice";
import type { Step } from "./playback.svelte";
import type { Portrait } from "./portraits";
import type { PortraitAssets } from "./likeness";
import type { Sound } from "./sound";
import type { Language } from "./words.svelte";

/** A seat's sign, drawn in a box of 24 by 24, so that a piece is known without its colour. */
export interface Emblem {
  colour: string;
  /** Without one, the seat's letter stands there. */
  path?: string;
}

/** What is told of an opponent: before the game, and when it is over. */
export interface Story {
  before: () => string;
  won: () => string;
  lost: () => string;
}

/** A game's own folder, as far as everybody needs it at once; the rest of it is loaded when it is wanted. */
export interface GameModule {
  emblems: Record<Seat, Emblem>;
  /** Of the game's own bots. */
  portraits: Record<string, Portrait>;
  /** What is told of them on the journey; a game without it has no stations there. */
  stories?: () => Promise<Record<string, Story>>;
  /** What people may be drawn with. */
  portraitAssets?: () => Promise<PortraitAssets>;
  /** On the first page: a picture, what it is about, and for how many. */
  Scene?: Component;
  pitch: () => string;
  players: () => string;
  /** Options and choices that are a word on a form rather than a sentence; to be said with `t`. */
  terms: Record<string, string>;
  /** What a table begins with, unless somebody chooses. */
  usualOptions: (language: Language) => Record<string, string | boolean>;
  play: () => Promise<GameParts>;
  /** What is chosen of the board before a table is made: an option, and what it is called. */
  setUp?: { option: string; label: string; load: () => Promise<GameSetUp> };
}

/** What a game needs at a table, in a replay, in a lesson. */
export interface GameParts {
  Board: Component<BoardProps, object, "prompt" | "next">;
  /** Whether the board shows what the server draws. */
  drawn?: boolean;
  /** How long a step lasts, in step times. */
  lasts: (step: Step) => number;
  /** For how long of that nothing may be told of it, since it is still in the air. */
  airs?: (step: Step) => number;
  soundOf: (step: Step) => Sound | null;
  /** Whether a step of this player's may still be taken back; the server has the last word. */
  mayTakeBack: (step: Step, seat: Seat) => boolean;
  /** Whose turn a position is, where that is more than who must act. */
  turnOf?: (text: string) => Seat | null;
  turns?: Turns;
  tally?: TallyWords;
  /** How it ended, in a sentence; "" if there is nothing to say. */
  ended: (result: Pick<Result, "ending" | "winners">, names: Record<Seat, string>) => string;
  /** Whether the board counts the scores itself in this last position, and the numbers wait for it. */
  counts?: (text: string) => boolean;
  /** What decides between equal scores, told to so many winners. */
  tied?: (winners: number) => string;
  /** Whether several winners share the victory; else it is a draw. */
  shares: boolean;
  /** What can come up next, after what has come up so far; without it, this page cannot compute rolls again. */
  outcomes?: (drawn: string, before: string[]) => Outcome[];
  explains?: Explains;
  /** The keys that its board knows. */
  keys?: readonly KeyHelp[];
}

/** What an explanation may look at. */
export type Scene = Pick<BoardProps, "step" | "parameters" | "names">;

/** How a game explains what lies on its table. A thing is named by `data-explain`, such as `die:D` or `zone:3`. */
export interface Explains {
  of: (what: string, scene: Scene) => Explanation | null;
  /** All kinds of things there are, for whoever wants to read about them one after another. */
  legend: (scene: Scene) => string[];
  Picture: Component<{ what: string }>;
}

/** How the moves of a record come in turns. */
export interface Turns {
  /** A name for the turn that is the same for all its positions. */
  label: (text: string) => string;
  /** Whether a turn begins here, although the last had the same name. */
  begins: (text: string) => boolean;
  /** Who stands in the turn's heading, and what it says. */
  seat: (label: string) => Seat;
  heading: (label: string, names: Record<Seat, string>) => string;
}

/** A part of a score. */
export interface TallyItem {
  kind: string;
  at: number;
  points: number;
}

export interface TallyWords {
  kinds: readonly string[];
  heading: (kind: string) => string;
  said: (item: TallyItem) => string;
}

/** How a game's board is chosen. */
export interface GameSetUp {
  Editor: Component<EditorProps, object, "value" | "problem">;
  /** The option of a table that has been made, as a picture. */
  Shown?: Component<{ value: string }>;
}

export interface EditorProps {
  details: GameView["details"];
  /** The option as the server reads it. */
  value: string;
  problem: Problem | null;
}

/** What a table, a replay, a tutorial and a rulebook's figure hand to a game's board. */
export interface BoardProps {
  /** The rules' parameters, as the server sends them. */
  parameters: Record<string, string>;
  /** What each seat is called. */
  names: Record<Seat, string>;
  /** The computer's players, by seat. */
  bots?: Record<Seat, string>;
  /** What people want to look like, by seat; most have chosen nothing. */
  portraits?: Record<Seat, string>;
  /** What to draw, and what was drawn before: the board animates from one to the other. */
  step: Step;
  before: Step | null;
  /** Whose doing is shown, while it is: the position may be the next player's already. */
  doer?: Seat | null;
  /** Whether what has been rolled is still in the air: nothing may name it yet. Where nobody says, the board does. */
  inAir?: boolean;
  /** The seats that this device plays; none when looking on. */
  you: Seat[];
  /** Make a move; absent where nothing can be done. Legal moves are in `step.position.moves`. */
  onmove?: (move: string) => void;
  /** Ask why a move is not possible now; null if it is. */
  onwhy?: (move: string) => Promise<Problem | null>;
  /** Have the server draw the position, for boards that cannot; absent where it has come with the step. */
  ondraw?: () => Promise<Drawn>;
  /** A small figure in a text: no controls, no sounds. */
  still?: boolean;
  /** Bindable: what is left to do now, in a sentence; the table shows it beside whose turn it is. */
  prompt?: string;
  /** Bindable: the one next action of whoever must act, shown as the main button near the thumb. */
  next?: NextAction | null;
  /** What a tutorial points at, such as `dice`, `space:4`, `zone:3`, `sign:2`, `rack`. */
  point?: string;
  /** A move that the coach shows: who would go, and where to. */
  hinted?: string;
  /** Called when the board hides itself until a shared device is handed over, and when it is seen again. */
  oncover?: (covered: boolean) => void;
  /** Called when the board has counted the scores of a game that is over, where `GameParts.counts` says that it does. */
  oncounted?: () => void;
}

export interface NextAction {
  /** Empty as long as nothing is chosen and there is only the other way. */
  label: string;
  act: () => void;
  disabled?: boolean;
  /** What one may do instead, beside it. */
  instead?: { label: string; act: () => void };
}

/** What a thing on the table is: a name, one or two sentences, and where the rules say so. */
export interface Explanation {
  title: string;
  lines: string[];
  clause?: string;
}

// Keys and what they do, for whoever wants to know: told where they are handled, so that the list and they agree.
export interface KeyHelp {
  /** As `KeyboardEvent.key` has them, such as `ArrowLeft`; with `Shift+` before it where that is held. */
  keys: readonly string[];
  /** What stands on them, in the reader's language. */
  caps: () => string;
  does: () => string;
}

export const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] as const;

/** How a key is called in a list. */
export const nameOfKey = ({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">): string => (shiftKey ? `Shift+${key}` : key);
