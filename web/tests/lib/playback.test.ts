/** What happened is shown in order, an action at a time, at the reader's pace. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ACTION, choose, type Pace, STEP } from "../../src/lib/settings.svelte";
import { Playback, type Direction, type Step } from "../../src/lib/playback.svelte";
import { aPosition, moved } from "../server";

let playback: Playback;
let seen: (string | null)[];

function begin(direction: Partial<Direction> = {}, pace: Pace = "calm"): void {
  choose({ pace });
  seen = [];
  playback = new Playback(direction);
  playback.onstep = (step) => seen.push(step.move);
  playback.add(aPosition(0), null);
}

beforeEach(() => {
  vi.useFakeTimers();
  begin();
});

afterEach(() => {
  playback.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const happens = (...plies: number[]) => plies.forEach((ply) => playback.add(aPosition(ply), moved(ply, `move ${ply}`, aPosition(ply))));
const rolls = (ply: number) => playback.add(aPosition(ply), { type: "happened", seq: ply, event: { type: "rolled", at: 1, move: "!6" }, words: "Rolled: 6.", position: aPosition(ply) });
const shown = () => playback.shown!.position.ply;
const after = (time: number) => (vi.advanceTimersByTime(time), shown());

it("a snapshot is shown at once, as no move", () => {
  expect([shown(), seen, playback.caughtUp]).toEqual([0, [null], true]);
});

describe("the pace", () => {
  it("gives each action of the others two seconds at least where it is calm", () => {
    happens(...Array.from({ length: 40 }, (_, n) => n + 1));
    const times = [];
    for (let ply = 1; ply < 40; ply++) {
      const from = Date.now();
      while (shown() === ply) vi.advanceTimersToNextTimer();
      times.push(Date.now() - from);
    }
    expect(Math.min(...times)).toBeGreaterThanOrEqual(2_000);
    expect(new Set(times)).toEqual(new Set([ACTION.calm])); // however much waits, and however long one has watched
  });

  it.each<Pace>(["calm", "brisk"])("is kept to: %s", (pace) => {
    begin({}, pace);
    happens(1, 2);
    expect([after(ACTION[pace] - 1), after(1), playback.caughtUp]).toEqual([1, 2, false]);
    vi.advanceTimersByTime(ACTION[pace]);
    expect(playback.caughtUp).toBe(true);
  });

  it("shows the present at once where it is instant", () => {
    begin({}, "instant");
    happens(1, 2, 3);
    expect([shown(), playback.caughtUp, seen.length]).toEqual([3, true, 4]);
  });

  it("holds a longer action for as long as it moves", () => {
    begin({ lasts: () => 10 });
    happens(1, 2);
    expect([after(10 * STEP.calm - 1), after(1)]).toEqual([1, 2]);
  });

  it("does not keep whoever acts from acting on", () => {
    begin({ own: (seat) => seat === "A" });
    happens(1);
    vi.advanceTimersByTime(STEP.calm);
    expect(playback.caughtUp).toBe(true);
  });

  it("does not count what chance does for nobody as an action", () => {
    rolls(1);
    happens(2);
    expect(after(STEP.calm)).toBe(2);
  });

  it("gives way where somebody's clock runs", () => {
    begin({ urgent: () => true });
    happens(1, 2);
    expect(after(500)).toBe(2);
  });

  it("waits for nobody who looks elsewhere", () => {
    vi.stubGlobal("document", { ...document, hidden: true });
    happens(1, 2);
    expect([shown(), playback.caughtUp]).toEqual([2, true]);
  });

  it("holds nothing back that has been stopped while one looks elsewhere", () => {
    playback.pause();
    vi.stubGlobal("document", { ...document, hidden: true });
    happens(1, 2);
    expect([shown(), playback.waiting]).toEqual([0, 2]);
  });
});

it("the board knows what it drew before", () => {
  happens(1, 2);
  expect(playback.before?.position.ply).toBe(0);
  vi.advanceTimersByTime(ACTION.calm);
  expect(playback.before?.position.ply).toBe(1);
});

it("an action is its doer's, also the last of a turn", () => {
  playback.add(aPosition(1, { to_act: "B" }), moved(1, "end", aPosition(1, { to_act: "B" })));
  expect(playback.doer).toBe("A");
});

it("a roll is told when it lies, and not before", () => {
  begin({ airs: () => 2, lasts: () => 3, doer: () => "B" });
  rolls(1);
  expect([shown(), playback.inAir, playback.told, seen]).toEqual([1, true, 0, [null]]);
  vi.advanceTimersByTime(2 * STEP.calm - 1);
  expect([playback.inAir, seen]).toEqual([true, [null]]);
  vi.advanceTimersByTime(1);
  expect([playback.inAir, playback.told, seen]).toEqual([false, 1, [null, "!6"]]);
});

it("a roll that is skipped lies at once", () => {
  begin({ airs: () => 2 });
  rolls(1);
  playback.skip();
  expect([playback.inAir, playback.told, seen]).toEqual([false, 1, [null, "!6"]]);
});

it("where moves were missed, it jumps, and remembers nothing of before", () => {
  happens(1, 5);
  expect([shown(), playback.shown!.move, playback.past.length, playback.caughtUp]).toEqual([5, null, 1, true]);
  expect(after(10 * ACTION.calm)).toBe(5);
});

it("what is taken back follows what came before it", () => {
  happens(1);
  vi.advanceTimersByTime(ACTION.calm);
  playback.add(aPosition(0), { type: "happened", seq: 2, event: { type: "taken-back", at: 1, seat: "A" }, position: aPosition(0) });
  expect([shown(), playback.shown!.move, playback.shown!.by, playback.past.length]).toEqual([0, null, "A", 3]);
});

it("it can be skipped", () => {
  happens(1, 2, 3);
  playback.skip();
  expect([shown(), playback.caughtUp, seen.length]).toEqual([3, true, 4]);
  expect(after(10 * ACTION.calm)).toBe(3);
});

describe("somebody who stops it", () => {
  it("sees nothing new, however long they wait", () => {
    happens(1, 2, 3);
    playback.pause();
    expect([after(60_000), playback.caughtUp, playback.waiting]).toEqual([1, false, 2]);
  });

  it("goes on action by action", () => {
    happens(1, 2, 3);
    playback.step();
    expect([shown(), playback.paused, after(60_000)]).toEqual([2, true, 2]);
    playback.step();
    expect([shown(), playback.caughtUp]).toEqual([3, false]);
    vi.advanceTimersByTime(ACTION.calm);
    expect(playback.caughtUp).toBe(true);
  });

  it("lets it run again", () => {
    happens(1, 2, 3);
    playback.pause();
    playback.resume();
    expect([shown(), after(ACTION.calm)]).toEqual([2, 3]);
  });

  it("finds what happened meanwhile waiting", () => {
    playback.pause();
    happens(1, 2);
    expect([shown(), playback.waiting]).toEqual([0, 2]);
    playback.resume();
    expect(shown()).toBe(1);
  });

  it("still sees what they do themselves", () => {
    begin({ own: () => true });
    playback.pause();
    happens(1);
    expect(shown()).toBe(1);
  });
});

describe("an action is repeated", () => {
  it("from where it set out, and told once", () => {
    happens(1, 2);
    vi.advanceTimersByTime(ACTION.calm);
    playback.repeat();
    expect(shown()).toBe(1);
    expect(after(350)).toBe(2);
    expect([playback.before?.position.ply, seen]).toEqual([1, [null, "move 1", "move 2"]]);
  });

  it("while things stand still, and they still do", () => {
    happens(1, 2);
    playback.pause();
    playback.repeat();
    expect([shown(), after(350), after(60_000), playback.waiting]).toEqual([0, 1, 1, 1]);
  });

  it("unless there was none", () => {
    expect(playback.repeatable).toBe(false);
    playback.repeat();
    expect([shown(), playback.caughtUp]).toEqual([0, true]);
  });
});

describe("turns are walked through again", () => {
  it("told once, and what happens meanwhile follows", () => {
    happens(1, 2);
    playback.skip();
    playback.again(1);
    expect([shown(), playback.caughtUp, playback.walk]).toEqual([0, false, { at: 0, of: 2 }]);
    happens(3);
    expect([after(350), playback.walk]).toEqual([1, { at: 1, of: 2 }]);
    expect([after(ACTION.calm), after(ACTION.calm)]).toEqual([2, 3]);
    expect([seen.slice(1), playback.past.map(({ position }) => position.ply)]).toEqual([["move 1", "move 2", "move 3"], [0, 1, 2, 3]]);
    vi.advanceTimersByTime(ACTION.calm);
    expect([playback.caughtUp, playback.walk]).toEqual([true, null]);
  });

  it("step by step where nothing goes by itself", () => {
    begin({}, "instant");
    happens(1, 2);
    playback.again(1);
    expect([shown(), playback.paused, after(60_000)]).toEqual([1, true, 1]);
    playback.step();
    expect(shown()).toBe(2);
    playback.step();
    expect([playback.caughtUp, playback.paused]).toEqual([true, false]);
  });

  it("unless they are not remembered", () => {
    happens(1);
    playback.skip();
    for (const count of [0, 2, 9]) playback.again(count);
    expect([shown(), playback.caughtUp]).toEqual([1, true]);
  });

  it("also those from before one came, once they are known", () => {
    const step = (ply: number): Step => ({ position: aPosition(ply), move: `move ${ply}`, by: "B", words: "" });
    playback = new Playback();
    playback.add(aPosition(3, { explained: {} }), null);
    playback.remember([1, 2, 3].map(step));
    expect(playback.past.map(({ move }) => move)).toEqual(["move 1", "move 2", "move 3"]);
    expect(playback.past[2]!.position.explained).toEqual({});
    playback.again(1);
    expect([shown(), after(350)]).toEqual([1, 2]);
  });
});

describe("who looks back", () => {
  it("sees that position until they want the present", () => {
    happens(1, 2);
    playback.skip();
    playback.look(playback.past[1]!);
    happens(3);
    expect([after(60_000), playback.looking, playback.caughtUp, playback.before]).toEqual([1, true, false, null]);
    playback.skip();
    expect([shown(), playback.looking, playback.caughtUp, playback.before?.position.ply ?? null]).toEqual([3, false, true, null]);
    expect(seen).toEqual([null, "move 1", "move 2", "move 3"]);
  });
});

it("the last 400 steps are remembered", () => {
  choose({ pace: "instant" });
  happens(...Array.from({ length: 500 }, (_, n) => n + 1));
  expect([playback.past.length, playback.past[0]?.position.ply]).toEqual([400, 101]);
});
