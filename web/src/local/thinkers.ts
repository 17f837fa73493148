/** Bots think on threads of their own, two at a time where the device has cores for that; who is not waited for any more
 * is stopped at once, thread and all. */
import type { FromWorker, ToWorker } from "./messages";

const AGAIN = 3_000; // milliseconds until it is tried again to fetch what a bot needs
const MOST = navigator.hardwareConcurrency > 2 ? 2 : 1;

type Decide = (task: string, move: string) => void;

export class Thinkers {
  #free: Worker[] = [];
  #busy = new Map<string, Worker>();
  #waiting: string[] = [];

  constructor(
    private readonly started: () => Worker | null,
    private readonly decide: Decide,
  ) {}

  think(task: string): void {
    if (!this.#busy.has(task) && !this.#waiting.includes(task)) this.#waiting.push(task);
    this.#next();
  }

  stop(task: string): void {
    this.#waiting = this.#waiting.filter((one) => one !== task);
    this.#busy.get(task)?.terminate();
    this.#busy.delete(task);
    this.#next();
  }

  #next(): void {
    if (this.#busy.size >= MOST) return;
    const task = this.#waiting.shift();
    if (task === undefined) return;
    const thinker = this.#free.pop() ?? this.started();
    if (!thinker) return;
    this.#busy.set(task, thinker);
    thinker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === "chosen") this.#done(task, thinker, () => this.decide(task, data.move));
      else if (data.kind === "failed") this.#done(task, thinker, () => setTimeout(() => this.think(task), AGAIN));
    };
    thinker.postMessage({ kind: "choose", task } satisfies ToWorker);
  }

  #done(task: string, thinker: Worker, then: () => void): void {
    this.#busy.delete(task);
    this.#free.push(thinker);
    then();
    this.#next();
  }
}
