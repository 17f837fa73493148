/** Shows what happened in order, a step at a time: the table may be several moves ahead of what one sees. */
import { stepTime, tempo } from "./settings.svelte";
import type { Drawn, Happened, Position } from "../wire";

export interface Step {
  position: Position;
  /** The move that led here; none after a snapshot or a taking back. */
  move: string | null;
  by: string | null;
  words: string;
  /** The event's number at its table, where there is one. */
  seq?: number;
  /** As the server draws it, where it was asked to. */
  drawn?: Drawn;
}

const MOST_BEHIND = 60; // steps; whoever is farther behind jumps
const REMEMBERED = 160;
const NEW_AT_IT = 180_000; // milliseconds in which things happen at leisure
const FAMILIAR = 0.75;
/** From so many waiting steps on, each takes this part of its time. */
const HASTE: [number, number][] = [[20, 0.4], [10, 0.6], [5, 0.8]];

export class Playback {
  /** What the board draws. */
  shown = $state.raw<Step | null>(null);
  /** What it drew before, to tell what changed. */
  before = $state.raw<Step | null>(null);
  /** Whether everything that happened has been shown. */
  caughtUp = $state(true);
  /** What has been shown, oldest first; it begins anew after a jump over unseen moves. */
  past = $state.raw<Step[]>([]);
  /** Called when a step appears that was not shown before. */
  onstep: (step: Step, before: Step | null) => void = () => {};

  #queue: Step[] = [];
  #known = 0; // how many steps at the head of the queue were shown before
  #timer = 0;
  #began = Date.now();

  constructor(private readonly lasts: (step: Step) => number = () => 1) {}

  end(): void {
    clearTimeout(this.#timer);
    tempo.factor = 1;
  }

  /** Something happened; without an event, jump there. */
  add(position: Position, happened: Happened | null): void {
    const event = happened?.event;
    const step: Step = {
      position,
      move: event && (event.type === "moved" || event.type === "rolled") ? event.move : null,
      by: event && "seat" in event ? event.seat : null,
      words: happened?.words ?? "",
      seq: happened?.seq,
    };
    const last = this.#queue.at(-1) ?? this.shown;
    if (!happened || !last) return this.#jump(step);
    if (step.move !== null && position.ply !== last.position.ply + 1) return this.#jump(step); // moves were missed
    this.#queue.push(step);
    if (stepTime() === 0 || document.hidden || this.#queue.length > MOST_BEHIND) return this.skip();
    this.caughtUp = false;
    if (!this.#timer) this.#next();
  }

  /** Show the present position at once. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    while (this.#queue.length) this.#show(this.#queue.shift()!);
    this.caughtUp = true;
  }

  /** Show once more what followed the first `count` steps of the past. */
  again(count: number): void {
    const start = this.past[count - 1];
    const steps = this.past.slice(count);
    if (!start || !steps.length || stepTime() === 0) return;
    clearTimeout(this.#timer);
    this.#queue = [...steps, ...this.#queue.slice(this.#known)];
    this.#known = steps.length;
    this.before = null;
    this.shown = start;
    this.caughtUp = false;
    this.#timer = window.setTimeout(() => this.#next(), stepTime());
  }

  #jump(step: Step): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#queue = [];
    this.#known = 0;
    this.past = [];
    this.#show({ ...step, move: null });
    this.caughtUp = true;
  }

  #next(): void {
    const step = this.#queue.shift();
    this.#timer = 0;
    if (!step) {
      this.caughtUp = true;
      tempo.factor = 1;
      return;
    }
    const haste = HASTE.find(([waiting]) => this.#queue.length >= waiting)?.[1] ?? 1;
    tempo.factor = haste * (Date.now() - this.#began > NEW_AT_IT ? FAMILIAR : 1);
    this.#show(step);
    this.#timer = window.setTimeout(() => this.#next(), stepTime() * this.lasts(step));
  }

  #show(step: Step): void {
    this.before = this.shown;
    this.shown = step;
    if (this.#known > 0) {
      this.#known--;
      return;
    }
    this.past = [...this.past, step].slice(-REMEMBERED);
    this.onstep(step, this.before);
  }
}
