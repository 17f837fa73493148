/** Bots and the coach think on threads of their own, two at a time where the device has cores for that; who is not waited
 * for any more is stopped at once, thread and all. */
import type { FromWorker, ToWorker } from "./messages";

const AGAIN = 3_000; // milliseconds until it is tried again to fetch what a search needs
const MOST = navigator.hardwareConcurrency > 2 ? 2 : 1;

interface Job {
  name: string;
  message: ToWorker;
  done: (text: string) => void;
}

export class Thinkers {
  #free: Worker[] = [];
  #busy = new Map<string, Worker>();
  #waiting: Job[] = [];

  constructor(private readonly started: () => Worker | null) {}

  think(name: string, message: ToWorker, done: (text: string) => void): void {
    this.#waiting.push({ name, message, done });
    this.#next();
  }

  stop(name: string): void {
    this.#waiting = this.#waiting.filter((job) => job.name !== name);
    this.#busy.get(name)?.terminate();
    this.#busy.delete(name);
    this.#next();
  }

  #next(): void {
    if (this.#busy.size >= MOST) return;
    const job = this.#waiting.shift();
    if (!job) return;
    const thinker = this.#free.pop() ?? this.started();
    if (!thinker) return;
    const { name, message, done } = job;
    this.#busy.set(name, thinker);
    thinker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === "thought") this.#done(name, thinker, () => done(data.text));
      else if (data.kind === "failed") this.#done(name, thinker, () => setTimeout(() => this.think(name, message, done), AGAIN));
    };
    thinker.postMessage(message);
  }

  #done(name: string, thinker: Worker, then: () => void): void {
    this.#busy.delete(name);
    this.#free.push(thinker);
    then();
    this.#next();
  }
}
