/** Who thinks when, and what becomes of threads. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Thinkers, type Job } from "../../src/local/thinkers";
import type { FromWorker, ToWorker } from "../../src/local/messages";

/** The other end of a page's worker, in a test's hand: it tells what the test says. */
class Thread {
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
function threads(): { all: Thread[]; start: () => Worker } {
  const all: Thread[] = [];
  return { all, start: () => all[all.push(new Thread()) - 1] as unknown as Worker };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const heard: string[] = [];
const job = (name: string): Job => ({
  name, message: { kind: "analyse", task: name }, done: (text) => heard.push(`done ${text}`), told: (text) => heard.push(`told ${text}`),
});
beforeEach(() => void heard.splice(0));

it("one after another, on the same thread, telling before they are done", () => {
  const { all, start } = threads();
  const thinkers = new Thinkers(start, 1);
  for (const name of ["a", "b"]) thinkers.think(job(name));
  expect(all).toHaveLength(1);
  all[0]!.tells({ kind: "told", text: "more" });
  all[0]!.tells({ kind: "thought", text: "a" });
  expect(heard).toEqual(["told more", "done a"]);
  expect(all.map(({ asked }) => asked.length)).toEqual([2]);
});

it("who is stopped is ended with its thread, and whoever waits comes next", () => {
  const { all, start } = threads();
  const thinkers = new Thinkers(start, 1);
  for (const name of ["a", "b"]) thinkers.think(job(name));
  thinkers.stop("a");
  expect(all.map(({ ended }) => ended)).toEqual([true, false]);
  expect(all[1]!.asked).toEqual([{ kind: "analyse", task: "b" }]);
});

it("what could not be fetched is tried again after a while, unless nobody waits for it", () => {
  const { all, start } = threads();
  const thinkers = new Thinkers(start, 2);
  for (const name of ["a", "b"]) thinkers.think(job(name));
  all[0]!.tells({ kind: "failed", reason: "no network" });
  all[1]!.onerror!(); // a thread that could not be loaded
  thinkers.stop("a");
  vi.advanceTimersByTime(60_000);
  expect(all.map(({ asked }) => asked.length)).toEqual([2, 1]);
  expect(all[0]!.asked[1]).toEqual({ kind: "analyse", task: "b" });
  expect(all[1]!.ended).toBe(true);
});
