/** A game that ends before one's eyes is counted on its board. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Counting, type Share } from "../../src/lib/scoreCount.svelte";
import { settings } from "../../src/lib/settings.svelte";

const SHARES: Share[] = [{ points: { O: 4 } }, { points: { C: 2 } }, { points: { O: 1, C: -1 } }];

function counted(shares: Share[], due = true): Counting<Share> {
  let counting!: Counting<Share>;
  stop = $effect.root(() => {
    counting = new Counting(() => ({ due, shares }));
  });
  flushSync();
  return counting;
}
let stop = () => {};

describe("the count", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    settings.pace = "calm";
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it("adds one share after another, and is over at once for whoever will not wait", () => {
    const counting = counted(SHARES);
    const seen: unknown[] = [];
    for (let n = 0; n < 2; n++) {
      seen.push([counting.share, { ...counting.scores }]);
      vi.advanceTimersByTime(650);
      flushSync();
    }
    expect(seen).toEqual([[null, {}], [SHARES[0], { O: 4 }]]);
    counting.finish();
    expect([counting.running, counting.share, counting.scores]).toEqual([false, null, { O: 5, C: 1 }]);
  });

  it("never takes longer than eight seconds", () => {
    const counting = counted(Array.from({ length: 60 }, () => ({ points: { O: 1 } })));
    vi.advanceTimersByTime(7000);
    expect(counting.running).toBe(true);
    vi.advanceTimersByTime(1100);
    expect(counting.running).toBe(false);
  });

  it("does not begin before it is due", () => {
    const counting = counted(SHARES, false);
    expect([counting.running, counting.share]).toEqual([false, null]);
  });
});
