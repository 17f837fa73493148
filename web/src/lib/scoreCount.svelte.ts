/** The end, on the board: share after share is counted, and the scores grow with it; only then come the numbers. */
import { stepTime } from "./settings.svelte";
import type { Seat } from "../generated/wire";

/** What is counted at once brings somebody something; each game knows where that lies on its board. */
export interface Share {
  points: Record<Seat, number>;
}

const SHARE = 1.6; // step times that a share is looked at
const LONGEST = 8000; // milliseconds that a count may take, however much there is to count

interface Occasion<S> {
  /** Whether everything else has been shown of a game that ended before one's eyes. */
  due: boolean;
  shares: S[];
}

export class Counting<S extends Share> {
  #at = $state(0);
  #began = $state(false);
  #timer = 0;

  constructor(private readonly now: () => Occasion<S>) {
    $effect(() => {
      if (!this.now().due) {
        this.#began = false;
        return undefined;
      }
      this.#at = 0;
      this.#began = true;
      const all = this.now().shares.length;
      const pause = Math.min(SHARE * stepTime(), LONGEST / (all + 1));
      if (!pause || !all) {
        this.#at = all + 1;
        return undefined;
      }
      this.#timer = window.setInterval(() => {
        this.#at += 1;
        if (this.#at > all) clearInterval(this.#timer);
      }, pause);
      return () => clearInterval(this.#timer);
    });
  }

  finish(): void {
    if (!this.running) return;
    clearInterval(this.#timer);
    this.#at = this.now().shares.length + 1;
  }

  get running(): boolean {
    return this.now().due && (!this.#began || this.#at <= this.now().shares.length);
  }

  /** The share that is counted just now. */
  get share(): S | null {
    return this.running ? (this.now().shares[this.#at - 1] ?? null) : null;
  }

  /** The scores as far as they are counted. */
  get scores(): Record<Seat, number> {
    const scores: Record<Seat, number> = {};
    for (const { points } of this.now().shares.slice(0, this.#began ? this.#at : 0)) {
      for (const [side, sum] of Object.entries(points)) scores[side] = (scores[side] ?? 0) + sum;
    }
    return scores;
  }
}
