/** The other end of a page's workers, in a test's hand: each tells what the test says. */
import type { FromWorker, ToWorker } from "../../src/local/messages";

export class Thread {
  ended = false;
  /** What it was asked. */
  asked: ToWorker[] = [];
  onmessage: ((message: { data: FromWorker }) => void) | null = null;
  onerror: (() => void) | null = null;

  postMessage(message: ToWorker): void {
    this.asked.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  tells(data: FromWorker): void {
    this.onmessage?.({ data });
  }
}

/** Starts threads, and has them. */
export function threads(): { all: Thread[]; start: () => Worker } {
  const all: Thread[] = [];
  return { all, start: () => all[all.push(new Thread()) - 1] as unknown as Worker };
}
