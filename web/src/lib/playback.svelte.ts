/** Shows what happened, an action at a time: the table may be several moves ahead of what one sees. It can be stopped,
 * stepped and rewound; `skip` leads back to the present. Dice are drawn while they roll, and told when they lie. */
import { settings, stayTime, stepTime } from "./settings.svelte";
import type { Drawn, Happened, Position, Seat } from "../generated/wire";

export interface Step {
  position: Position;
  /** The move that led here; none after a snapshot or a taking back. */
  move: string | null;
  by: string | null;
  words: string;
  /** What it brought about. */
  more?: string[];
  /** The event's number at its table, where there is one. */
  seq?: number;
  /** As the server draws it, where it was asked to. */
  drawn?: Drawn;
}

/** What a game and a table say of steps. */
export interface Direction {
  /** How long a step lasts, in step times, and for how long of it nothing may be told. */
  lasts: (step: Step) => number;
  airs: (step: Step) => number;
  /** Whose doing it is: of a roll, whoever rolls; nobody's where chance acts for nobody. */
  doer: (step: Step) => Seat | null;
  /** Whether that is somebody at this device. */
  own: (seat: Seat) => boolean;
  /** Whether somebody's time runs out while this device is behind. */
  urgent: () => boolean;
}

const SIMPLE: Direction = { lasts: () => 1, airs: () => 0, doer: ({ by }) => by, own: () => false, urgent: () => false };
const MOST_BEHIND = 2_000; // steps, several games' worth; whoever is farther behind jumps
const REMEMBERED = 400;
const BEAT = 350; // milliseconds that a position is seen before it is left again
const URGENT = 500; // milliseconds for an action while a clock runs

export class Playback {
  /** What the board draws. */
  shown = $state.raw<Step | null>(null);
  /** What it drew before, to tell what changed. */
  before = $state.raw<Step | null>(null);
  /** Whether the present is shown, and nothing else is to be shown first. */
  caughtUp = $state(true);
  /** Whether things wait until somebody wants to see them. */
  paused = $state(false);
  /** Whether an earlier position is looked at. */
  looking = $state(false);
  /** How far one is in what is shown once more. */
  walk = $state.raw<{ at: number; of: number } | null>(null);
  /** How many actions wait to be shown. */
  waiting = $state(0);
  /** Whether what is drawn may not be told yet. */
  inAir = $state(false);
  /** The number of the last event that has been told. */
  told = $state(0);
  /** What has been shown, oldest first; it begins anew after a jump over unseen moves. */
  past = $state.raw<Step[]>([]);
  /** Called when a step is told that was not told before. */
  onstep: (step: Step) => void = () => {};

  #queue: Step[] = [];
  #known = 0; // how many steps at the head of the queue were shown before
  #timer = 0;
  #landing = 0;
  readonly #direction: Direction;

  constructor(direction: Partial<Direction> = {}) {
    this.#direction = { ...SIMPLE, ...direction };
  }

  end(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#landing);
  }

  /** Whose doing is shown. */
  get doer(): Seat | null {
    return this.shown && this.shown.move !== null ? this.#direction.doer(this.shown) : null;
  }

  /** Learn what happened before one came. */
  remember(steps: Step[]): void {
    const first = this.past[0];
    const at = first ? steps.findIndex(({ position }) => position.ply === first.position.ply) : -1;
    if (!first || at < 0 || first.move !== null) return;
    const now = { ...steps[at]!, position: first.position };
    if (this.shown === first) this.shown = now;
    this.past = [...steps.slice(0, at), now, ...this.past.slice(1)].slice(-REMEMBERED);
  }

  /** Something happened; without an event, jump there. */
  add(position: Position, happened: Happened | null): void {
    const event = happened?.event;
    const step: Step = {
      position,
      move: event && (event.type === "moved" || event.type === "rolled") ? event.move : null,
      by: event && "seat" in event ? event.seat : null,
      words: happened?.words ?? "",
      more: happened?.more,
      seq: happened?.seq,
    };
    const last = this.#queue.at(-1) ?? this.past.at(-1);
    if (!happened || !last) return this.#jump(step);
    if (step.move !== null && position.ply !== last.position.ply + 1) return this.#jump(step); // moves were missed
    this.#queue.push(step);
    this.waiting = this.#queue.length;
    const held = this.paused || this.looking || this.walk !== null;
    if (!held && (settings.pace === "instant" || document.hidden)) return this.skip();
    if (this.#queue.length > MOST_BEHIND) return this.skip();
    const alone = this.#queue.length === 1 && !this.#timer && !this.looking;
    this.caughtUp = false;
    if (alone && (!this.paused || this.#isOwn(step))) this.#next();
  }

  /** Show the present position at once. */
  skip(): void {
    this.#stop();
    this.paused = this.looking = false;
    while (this.#queue.length) this.#show(this.#queue.shift()!, false);
    const present = this.past.at(-1);
    if (present && this.shown !== present) [this.before, this.shown] = [null, present];
    this.#settle();
  }

  pause(): void {
    if (!this.paused) this.#stop();
    this.paused = true;
  }

  /** Go on by itself. */
  resume(): void {
    if (this.looking) return this.skip();
    this.paused = false;
    this.#next();
  }

  /** Show the next action, and no more. */
  step(): void {
    if (this.looking) return this.skip();
    this.pause();
    this.#next();
  }

  /** Whether the action that is shown can be shown once more. */
  get repeatable(): boolean {
    return this.#start(this.shown) !== null;
  }

  /** Show the last action once more. */
  repeat(): void {
    const step = this.shown;
    const start = this.#start(step);
    if (!step || !start) return;
    this.#stop();
    if (!this.looking) this.#queue.unshift(step);
    if (!this.looking) this.#known++;
    [this.before, this.shown] = [null, start];
    this.caughtUp = false;
    const looking = this.looking;
    this.#timer = window.setTimeout(() => (looking ? this.look(step, start) : this.#next()), BEAT);
  }

  /** Show once more what followed the first `count` steps of the past; where nothing goes by itself, step by step. */
  again(count: number): void {
    const start = this.past[count - 1];
    const steps = this.past.slice(count);
    if (!start || !steps.length) return;
    this.#stop();
    this.#queue = [...steps, ...this.#queue.slice(this.#known)];
    this.#known = steps.length;
    this.walk = { at: 0, of: steps.length };
    this.waiting = this.#queue.length;
    [this.before, this.shown, this.looking, this.caughtUp] = [null, start, false, false];
    this.paused = settings.pace === "instant";
    if (this.paused) this.#next();
    else this.#timer = window.setTimeout(() => this.#next(), BEAT);
  }

  /** Look at an earlier position; what happens meanwhile waits. */
  look(step: Step, before: Step | null = null): void {
    this.#stop();
    this.looking = true;
    this.caughtUp = false;
    [this.before, this.shown] = [before, step];
  }

  #isOwn(step: Step): boolean {
    const doer = this.#direction.doer(step);
    return doer !== null && this.#direction.own(doer);
  }

  /** The position from which a step set out, where it is remembered. */
  #start(step: Step | null): Step | null {
    if (!step || step.move === null) return null;
    const at = this.past.findLastIndex(({ position }) => position.ply === step.position.ply);
    const start = this.past[at - 1];
    return start && start.position.ply + 1 === step.position.ply ? start : null;
  }

  #jump(step: Step): void {
    this.#stop();
    this.#queue = [];
    this.#known = 0;
    this.past = [];
    this.paused = this.looking = false;
    this.#show({ ...step, move: null }, false);
    this.#settle();
  }

  /** Stop the clock; what is in the air lies. */
  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#land();
  }

  /** All has been shown. */
  #settle(): void {
    this.#known = this.waiting = 0;
    if (this.walk) this.paused = false;
    this.walk = null;
    this.caughtUp = true;
  }

  #next(): void {
    this.#stop();
    const step = this.#queue.shift();
    if (!step) return this.#settle();
    this.#show(step, true);
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      if (!this.#queue.length) this.#settle();
      else if (!this.paused) this.#next();
    }, this.#stays(step));
  }

  /** How long a step stays. What chance does for nobody is no action that one would have to follow. */
  #stays(step: Step): number {
    const lasts = this.#direction.lasts(step);
    if (step.move === null || this.#direction.doer(step) === null) return stepTime() * lasts;
    const time = stayTime(lasts, this.#isOwn(step) && this.#known === 0 && !this.walk);
    return this.#direction.urgent() && !this.walk ? Math.min(time, URGENT) : time;
  }

  #show(step: Step, moving: boolean): void {
    const follows = this.shown && (step.move === null || this.shown.position.ply + 1 === step.position.ply);
    this.before = follows ? this.shown : null;
    this.shown = step;
    this.waiting = this.#queue.length;
    if (this.#known > 0) {
      this.#known--;
      if (this.walk) this.walk = { ...this.walk, at: this.walk.of - this.#known };
      return;
    }
    this.past = [...this.past, step].slice(-REMEMBERED);
    const air = moving ? stepTime() * this.#direction.airs(step) : 0;
    if (!air) return this.#tell(step);
    this.inAir = true;
    this.#landing = window.setTimeout(() => this.#land(), air);
  }

  /** What was in the air lies, and is told. */
  #land(): void {
    if (!this.inAir) return;
    clearTimeout(this.#landing);
    this.inAir = false;
    this.#tell(this.past.at(-1)!);
  }

  #tell(step: Step): void {
    this.told = Math.max(this.told, step.seq ?? 0);
    this.onstep(step);
  }
}
