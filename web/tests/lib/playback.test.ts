/** What happened is shown in order, a step at a time, and never falls far behind. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Playback, type Step } from "../../src/lib/playback.svelte";
import { choose, tempo } from "../../src/lib/settings.svelte";
import { aPosition, moved } from "../tables";

const STEP = 380; // milliseconds, calmly
let playback: Playback;
let seen: (string | null)[];

beforeEach(() => {
  vi.useFakeTimers();
  choose({ pace: "calm" });
  seen = [];
  playback = new Playback();
  playback.onstep = (step) => seen.push(step.move);
  playback.add(aPosition(0), null);
});

afterEach(() => {
  playback.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const happens = (...plies: number[]) => plies.forEach((ply) => playback.add(aPosition(ply), moved(ply, `move ${ply}`, aPosition(ply))));
const shown = () => playback.shown!.position.ply;

it("a snapshot is shown at once, as no move", () => {
  expect([shown(), seen, playback.caughtUp]).toEqual([0, [null], true]);
});

it("moves are shown one after another", () => {
  happens(1, 2, 3);
  expect([shown(), playback.caughtUp]).toEqual([1, false]);
  vi.advanceTimersByTime(STEP);
  expect(shown()).toBe(2);
  vi.advanceTimersByTime(STEP);
  expect([shown(), playback.caughtUp]).toEqual([3, false]);
  vi.advanceTimersByTime(STEP);
  expect([playback.caughtUp, seen]).toEqual([true, [null, "move 1", "move 2", "move 3"]]);
});

it("a step lasts as long as its game says", () => {
  playback = new Playback((step: Step) => (step.move === "move 1" ? 3 : 1));
  playback.add(aPosition(0), null);
  happens(1, 2);
  vi.advanceTimersByTime(3 * STEP - 1);
  expect(shown()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(shown()).toBe(2);
});

it("the board knows what it drew before", () => {
  happens(1, 2);
  expect(playback.before?.position.ply).toBe(0);
  vi.advanceTimersByTime(STEP);
  expect(playback.before?.position.ply).toBe(1);
});

it("where moves were missed, it jumps, and remembers nothing of before", () => {
  happens(1, 5);
  expect([shown(), playback.shown!.move, playback.past.length, playback.caughtUp]).toEqual([5, null, 1, true]);
  vi.advanceTimersByTime(10 * STEP);
  expect(shown()).toBe(5);
});

it("what is taken back follows what came before it", () => {
  happens(1);
  vi.advanceTimersByTime(STEP);
  playback.add(aPosition(0), { type: "happened", seq: 2, event: { type: "taken-back", at: 1, seat: "A" }, position: aPosition(0) });
  expect([shown(), playback.shown!.move, playback.shown!.by, playback.past.length]).toEqual([0, null, "A", 3]);
});

it("a roll is nobody's", () => {
  playback.add(aPosition(1), { type: "happened", seq: 1, event: { type: "rolled", at: 1, move: "!6" }, position: aPosition(1) });
  expect([playback.shown!.move, playback.shown!.by]).toEqual(["!6", null]);
});

it("nothing is waited for where nothing may move", () => {
  choose({ pace: "none" });
  happens(1, 2, 3);
  expect([shown(), playback.caughtUp, seen.length]).toEqual([3, true, 4]);
});

it("nothing is waited for while nobody looks", () => {
  vi.stubGlobal("document", { ...document, hidden: true });
  happens(1, 2);
  expect([shown(), playback.caughtUp]).toEqual([2, true]);
});

it("the more is waiting, the quicker it goes", () => {
  happens(1);
  expect(tempo.factor).toBe(1);
  happens(...Array.from({ length: 24 }, (_, n) => n + 2));
  const factors = Array.from({ length: 24 }, () => (vi.advanceTimersToNextTimer(), tempo.factor));
  expect([factors[0], factors[3], factors[4], factors[13], factors[14], factors[18], factors[19]]).toEqual([0.4, 0.4, 0.6, 0.6, 0.8, 0.8, 1]);
});

it("who has watched for three minutes needs less time", () => {
  vi.advanceTimersByTime(180_001);
  happens(1);
  expect(tempo.factor).toBe(0.75);
});

it("who is more than sixty steps behind sees the present", () => {
  happens(...Array.from({ length: 61 }, (_, n) => n + 1));
  expect(shown()).toBe(1);
  happens(62);
  expect([shown(), playback.caughtUp, seen.length]).toEqual([62, true, 63]);
});

it("it can be skipped", () => {
  happens(1, 2, 3);
  playback.skip();
  expect([shown(), playback.caughtUp, seen.length]).toEqual([3, true, 4]);
  vi.advanceTimersByTime(10 * STEP);
  expect(shown()).toBe(3);
});

it("a turn is shown again, told once, and what happens meanwhile follows it", () => {
  happens(1, 2);
  playback.skip();
  playback.again(1);
  expect([shown(), playback.caughtUp]).toEqual([0, false]);
  happens(3);
  const plies = Array.from({ length: 3 }, () => (vi.advanceTimersByTime(STEP), shown()));
  expect([plies, seen.slice(1), playback.past.map(({ position }) => position.ply)]).toEqual([
    [1, 2, 3],
    ["move 1", "move 2", "move 3"],
    [0, 1, 2, 3],
  ]);
});

it("what is not remembered is not shown again", () => {
  happens(1);
  playback.skip();
  for (const count of [0, 2, 9]) playback.again(count);
  expect([shown(), playback.caughtUp]).toEqual([1, true]);
});

it("the last 160 steps are remembered", () => {
  choose({ pace: "none" });
  happens(...Array.from({ length: 200 }, (_, n) => n + 1));
  expect([playback.past.length, playback.past[0]?.position.ply]).toEqual([160, 41]);
});
