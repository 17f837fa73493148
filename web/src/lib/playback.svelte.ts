/** Shows what happened in order, a step at a time: the table may be several moves ahead of what one sees. */
import { stepTime } from "./settings.svelte";
import type { Happened, Position } from "./types";

export interface Step {
  position: Position;
  /** The move that led here; none after a snapshot or a taking back. */
  move: string | null;
  by: string | null;
  words: string;
}

const MOST_BEHIND = 24; // steps; whoever is farther behind jumps

export class Playback {
  /** What the board draws. */
  shown = $state.raw<Step | null>(null);
  /** What it drew before, to tell what changed. */
  before = $state.raw<Step | null>(null);
  #queue: Step[] = [];
  #timer = 0;

  /** Whether everything that happened has been shown. */
  caughtUp = $state(true);

  constructor(private readonly lasts: (step: Step) => number = () => 1) {}

  /** Something happened; without an event, jump there. */
  add(position: Position, happened: Happened | null): void {
    const event = happened?.event;
    const step: Step = {
      position,
      move: event && (event.type === "moved" || event.type === "rolled") ? (event.move ?? null) : null,
      by: event?.seat ?? null,
      words: happened?.words ?? "",
    };
    if (!happened || stepTime() === 0 || document.hidden) return this.jump(step);
    this.#queue.push(step);
    if (this.#queue.length > MOST_BEHIND) return this.skip();
    this.caughtUp = false;
    if (!this.#timer) this.#next();
  }

  jump(step: Step): void {
    this.#queue = [];
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#show(step);
    this.caughtUp = true;
  }

  /** Show the present position at once. */
  skip(): void {
    const last = this.#queue.at(-1);
    if (last) this.jump(last);
  }

  /** Show the last steps once more, then go on. */
  again(steps: Step[]): void {
    if (!steps.length || stepTime() === 0) return;
    this.before = null;
    this.shown = steps[0]!;
    this.#queue = [...steps.slice(1), ...this.#queue];
    this.caughtUp = false;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#next(), stepTime());
  }

  #next(): void {
    const step = this.#queue.shift();
    this.#timer = 0;
    if (!step) {
      this.caughtUp = true;
      return;
    }
    this.#show(step);
    this.#timer = window.setTimeout(() => this.#next(), stepTime() * this.lasts(step));
  }

  #show(step: Step): void {
    this.before = this.shown;
    this.shown = step;
  }
}
