/** Bots and the coach think on a few threads; a task that nobody waits for is stopped with its thread. */
import type { FromWorker, ToWorker } from "./messages";

const AGAIN = 3_000; // milliseconds until it is tried again to fetch what thinking takes

export interface Job {
  name: string;
  message: ToWorker;
  done: (text: string) => void;
  /** Hears of what takes long, before it is done. */
  told?: (text: string) => void;
}

export class Thinkers {
  #free: Worker[] = [];
  #busy = new Map<string, Worker>();
  #waiting: Job[] = [];
  #later = new Map<string, ReturnType<typeof setTimeout>>(); // what is tried again

  constructor(private readonly started: () => Worker | null, private readonly most: number) {}

  think(job: Job): void {
    this.#waiting.push(job);
    this.#next();
  }

  stop(name: string): void {
    this.#waiting = this.#waiting.filter((job) => job.name !== name);
    clearTimeout(this.#later.get(name));
    this.#busy.get(name)?.terminate();
    this.#busy.delete(name);
    this.#next();
  }

  #next(): void {
    if (this.#busy.size >= this.most) return;
    const job = this.#waiting.shift();
    if (!job) return;
    const thinker = this.#free.pop() ?? this.started();
    if (!thinker) return;
    this.#busy.set(job.name, thinker);
    thinker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === "told") job.told?.(data.text);
      else if (data.kind === "thought") this.#done(job, thinker, () => job.done(data.text));
      else if (data.kind === "failed") this.#done(job, thinker, () => this.#again(job));
    };
    thinker.onerror = () => {
      thinker.terminate(); // it could not even be loaded
      this.#busy.delete(job.name);
      this.#again(job);
      this.#next();
    };
    thinker.postMessage(job.message);
  }

  #again(job: Job): void {
    this.#later.set(job.name, setTimeout(() => this.think(job), AGAIN));
  }

  #done({ name }: Job, thinker: Worker, then: () => void): void {
    this.#busy.delete(name);
    thinker.onmessage = thinker.onerror = null;
    this.#free.push(thinker);
    then();
    this.#next();
  }
}
