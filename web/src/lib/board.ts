/** What a table, a replay, a tutorial and a rulebook's figure hand to a game's board. */
import type { Step } from "./playback.svelte";
import type { Problem, Seat } from "./types";

export interface BoardProps {
  /** The rules' parameters, as the server sends them. */
  parameters: Record<string, string>;
  /** What each seat is called. */
  names: Record<Seat, string>;
  /** The computer's players, by seat. */
  bots?: Record<Seat, string>;
  /** What to draw, and what was drawn before: the board animates from one to the other. */
  step: Step;
  before: Step | null;
  /** The seats that this device plays; none when looking on. */
  you: Seat[];
  /** Make a move; absent where nothing can be done. Legal moves are in `step.position.moves`. */
  onmove?: (move: string) => void;
  /** Ask why a move is not possible now; null if it is. */
  onwhy?: (move: string) => Promise<Problem | null>;
  /** A small figure in a text: no controls, no sounds. */
  still?: boolean;
  /** Bindable: what is left to do now, in a sentence; the table shows it beside whose turn it is. */
  prompt?: string;
  /** Bindable: the one next action of whoever must act, shown as the main button near the thumb. */
  next?: NextAction | null;
  /** What a tutorial points at, such as `dice`, `space:4`, `zone:3`, `rack`. */
  point?: string;
  /** A move that the coach shows: who would go, and where to. */
  hinted?: string;
  /** Called when the board hides itself until a shared device is handed over, and when it is seen again. */
  oncover?: (covered: boolean) => void;
}

export interface NextAction {
  label: string;
  act: () => void;
  disabled?: boolean;
}
