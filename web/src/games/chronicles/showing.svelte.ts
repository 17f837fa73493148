/** Shows the frames of a step one after another, and keeps the lines they told until the next step. */
import type { Step } from "../../lib/playback.svelte";
import { stepTime } from "../../lib/settings.svelte";
import type { Frame, Line } from "./frame";
import { read, readBid } from "./notation";
import { framesBetween } from "./scene";

export class Showing {
  #frames: Frame[] = $derived.by(() => framesBetween(this.before(), this.step()));
  #at = $state(0);
  #timer = 0;

  constructor(
    private readonly before: () => Step | null,
    private readonly step: () => Step,
    private readonly still: () => boolean,
  ) {
    $effect.pre(() => this.#play(this.#frames));
  }

  get frame(): Frame {
    return this.#frames[Math.min(this.#at, this.#frames.length - 1)]!;
  }

  /** Whether the position itself is shown, with all that the move brought. */
  get done(): boolean {
    return this.#at >= this.#frames.length - 1;
  }

  /** What has been told so far. */
  get lines(): Line[] {
    return this.#frames.slice(0, this.#at + 1).flatMap((frame) => (frame.line ? [frame.line] : []));
  }

  /** Whoever will not wait sees the end at once. */
  finish(): void {
    clearInterval(this.#timer);
    this.#at = this.#frames.length - 1;
  }

  #play(frames: Frame[]): (() => void) | undefined {
    const last = frames.length - 1;
    if (this.still() || stepTime() === 0 || last < 1) {
      this.#at = last;
      return undefined;
    }
    this.#at = 0;
    // All frames share the time that the move has; none takes less than half a step.
    const each = Math.max(stepTime() / 2, (stepTime() * lasts(this.step())) / frames.length);
    this.#timer = window.setInterval(() => {
      this.#at = Math.min(this.#at + 1, last);
      if (this.#at === last) clearInterval(this.#timer);
    }, each);
    return () => clearInterval(this.#timer);
  }
}

// How long things take to be shown, in times of a step.

/** A reveal: the second stone is laid, both turn over, and what follows is told one by one. */
export const REVEAL = 7;
/** An effect: a stone moves, and what follows is told. */
export const EFFECT = 4;
const SEALED = 1.5;
const DEALT = 0.6;

/** How many step-times the move that led here is shown. */
export function lasts(step: Step): number {
  const { move, position } = step;
  if (!move) return 1;
  if (move.startsWith("!")) return DEALT;
  if (move === "-") return 1;
  if (!readBid(move)) return EFFECT;
  return Object.values(read(position.text).slots).some((lying) => lying.pending) ? SEALED : REVEAL;
}
