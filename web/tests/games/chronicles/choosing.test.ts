/** What whoever must act can choose; how one position becomes the next, frame by frame. */
import { beforeAll, describe, expect, it } from "vitest";
import { adviceOf, bidPrompt, bidRunes, bidSlots, effectLabel, effectTargets, effectWish, waitingPrompt } from "../../../src/games/chronicles/wishes";
import { Choosing } from "../../../src/games/chronicles/choosing.svelte";
import { read } from "../../../src/games/chronicles/notation";
import { EFFECT, lasts, REVEAL } from "../../../src/games/chronicles/showing.svelte";
import { framesBetween, sealed, stonesOf, zonesOf } from "../../../src/games/chronicles/scene";
import type { Step } from "../../../src/lib/playback.svelte";
import { duelText, gamesTold } from "../../server";

beforeAll(gamesTold);

const BIDS = ["1>1a", "1>2a", "2>1a"];
const bidding = read(duelText({ "5a": "C9" }, "1O", "bid:O"));
const deciding = (by: string) => read(duelText({ "1a": "O3", "1d": "C10", "2a": "O6", "3d": "C4" }, "2O", `effect:${by}`));

describe("a bid", () => {
  it("has slots for a rune, and runes for a slot", () => {
    expect([...bidSlots(BIDS, null)]).toEqual(["1a", "2a"]);
    expect([...bidSlots(BIDS, 2)]).toEqual(["1a"]);
    expect([...bidRunes(BIDS, "2a")]).toEqual([1]);
    expect([...bidRunes([...BIDS, "-"], null)]).toEqual([1, 2]);
  });

  it("is asked for by what is missing", () => {
    const prompts = [[null, null], [1, null], [null, "2a"], [1, "2a"]] as const;
    expect(prompts.map(([rune, slot]) => bidPrompt({ rune, slot }, false))).toEqual([
      "Choose a rune and a slot.", "Choose a slot for C1.", "Choose a rune for the Z2.", "Your bid will lie face down until both are made.",
    ]);
    expect(bidPrompt({ rune: 1, slot: "2a" }, true)).toContain("face up");
  });

  it("is chosen in any order, let go by a second touch, and made when it is whole", () => {
    const made: string[] = [];
    const choosing = new Choosing(() => ({ reading: bidding, moves: BIDS, side: "O", onmove: (move) => made.push(move), onwhy: undefined }));
    choosing.touchSlot("2a");
    expect([[...choosing.runes!], choosing.next]).toEqual([[1], null]);
    choosing.touchRune(1);
    expect([choosing.ghost, choosing.next?.label]).toEqual([{ side: "O", rune: 1 }, "Bid C1 on Z2 as attacker"]);
    choosing.touchRune(1);
    expect([choosing.rune, choosing.next]).toEqual([null, null]);
    choosing.touchRune(1);
    choosing.next!.act();
    expect([made, choosing.rune, choosing.slot]).toEqual([["1>2a"], null, null]);
  });

  it("that cannot be made is refused in the server's words, with what was wished", async () => {
    const asked: string[] = [];
    const onwhy = async (move: string) => (asked.push(move), { code: "c", sentence: "No.", clause: "CR-3.1" });
    const choosing = new Choosing(() => ({ reading: bidding, moves: BIDS, side: "O", onmove: undefined, onwhy }));
    choosing.touchRune(2);
    choosing.touchSlot("5a");
    await Promise.resolve().then(() => {});
    expect([asked, choosing.refused?.lines]).toEqual([["2>5a"], [{ text: "No.", clause: "CR-3.1" }]]);
    choosing.attend({ rune: 1 });
    expect(choosing.refused).toBeNull();
  });
});

describe("an effect", () => {
  it("is chosen by the slot that one touches", () => {
    expect(effectTargets(["-", ">2d", ">3a"], deciding("O2"))).toEqual({ "2d": ">2d", "3a": ">3a" });
    expect(effectTargets(["-", "x6"], deciding("O3"))).toEqual({ "2a": "x6" });
    expect(effectTargets(["<C4"], deciding("O10"))).toEqual({ "3d": "<C4" });
  });

  it("is wished for by touching, legal or not", () => {
    expect(effectWish("9a", deciding("O2"))).toBe(">9a");
    expect(effectWish("2a", deciding("O3"))).toBe("x6");
    expect(effectWish("3d", deciding("O10"))).toBe("<C4");
    expect([effectWish("9a", deciding("O3")), effectWish("1a", deciding("O3"))]).toEqual([null, null]);
  });

  it("says what it will do", () => {
    expect([effectLabel(">2d", deciding("O2")), effectLabel("x6", deciding("O3")), effectLabel("<C4", deciding("O10"))]).toEqual([
      "Move C2 to Z2 as defender", "Swap C3 with C6", "Bring C4 to C10",
    ]);
  });

  it("may be left, which stands beside what one has chosen and alone before", () => {
    const made: string[] = [];
    const choosing = new Choosing(() => ({ reading: deciding("O2"), moves: ["-", ">2d"], side: "O", onmove: (move) => made.push(move), onwhy: undefined }));
    expect([choosing.next?.label, choosing.next?.instead?.label]).toEqual(["", "Do not use it"]);
    choosing.touchSlot("2d");
    expect([choosing.next?.label, choosing.next?.instead?.label]).toEqual(["Move C2 to Z2 as defender", "Do not use it"]);
    choosing.next!.instead!.act();
    expect(made).toEqual(["-"]);
  });

  it("that must be used has no other way", () => {
    const choosing = new Choosing(() => ({ reading: deciding("O2"), moves: [">2d"], side: "O", onmove: undefined, onwhy: undefined }));
    expect(choosing.next).toBeNull();
  });

  it("of somebody else is waited for by name", () => {
    expect(waitingPrompt(deciding("C10"), { C: "Bo" })).toBe("Bo decides what C10 does.");
    expect(waitingPrompt(bidding, {})).toBe("order chooses a bid.");
  });
});

it("a coach's move points at rune and slot", () => {
  expect(adviceOf("1>2a", bidding)).toEqual({ side: "O", slot: "2a", rune: 1, ghost: 1 });
  expect(adviceOf(">2d", deciding("O2"))).toEqual({ side: "O", slot: "2d", rune: null, ghost: 2 });
  expect(adviceOf("x6", deciding("O3"))).toEqual({ side: "O", slot: "2a", rune: null, ghost: null });
  expect(adviceOf("-", deciding("O3"))).toBeNull();
});

describe("from one position to the next", () => {
  const step = (ply: number, text: string, move: string | null): Step => ({ position: { ply, text, scores: {} }, move, by: null, words: "" });
  const before = step(10, duelText({ "1a": "(O?)" }, "1O", "bid:C"), null);
  const after = step(11, duelText({ "1a": "O7", "1d": "C2" }, "1O*C", "effect:C2"), "2>1d");

  it("two stones turn over together, and nobody knows them before", () => {
    const frames = framesBetween(before, after);
    expect(frames[0]!.stones.map(({ rune, face }) => [rune, face])).toEqual([[null, "down"], [null, "down"]]);
    expect(frames[1]!.stones.map(({ rune, face }) => [rune, face])).toEqual([[7, "up"], [2, "up"]]);
    expect(frames.map(({ line }) => line?.text)).toEqual([
      "Both bids are made.", "C7 for order, C2 for chaos.", "Lisbeth sees ahead: the next bid of chaos is face up.", undefined,
    ]);
    expect(frames.at(-1)!.stones).toEqual(stonesOf(after.position));
    expect(frames.map(({ act }) => act)).toEqual([{ laid: "1d" }, undefined, { sign: { rune: 7, slot: "1a" } }, undefined]);
  });

  it("the zone that is decided is named, and who adds to a stone, from where", () => {
    const zone = (winner: string | null) => ({ hex: 1, power: 3, winner, disputed: false, because: null });
    const explained = (winner: string | null, bonuses: object[]) => ({
      hexes: [], neighbours: {}, tally: {}, zones: { 1: zone(winner) }, slots: { "1a": { side: "O", rune: 7, face: "up", destiny: 7 + bonuses.length, bonuses } },
    });
    const told = (one: Step, ...what: Parameters<typeof explained>): Step => ({ ...one, position: { ...one.position, explained: explained(...what) } });
    const justice = { kind: "justice", points: 1, clause: "CR-6.1" };
    const revealed = step(11, duelText({ "1a": "O7", "1d": "C2", "2a": "O6" }, "1O", "bid:O"), "2>1d");
    const frames = framesBetween(told(before, null, []), told(revealed, "O", [justice]));
    expect(frames.map(({ act }) => act).slice(2)).toEqual([{ sign: { rune: 6, slot: "1a", from: "2a" } }, { decided: 1 }, undefined]);
  });

  it("nothing is told of a first bid, a jump or a beginning", () => {
    const bid = step(10, duelText({ "1a": "(O?)" }, "1O", "bid:C"), "?>1a");
    expect(framesBetween(step(9, duelText({}, "1O", "bid:O"), null), bid)).toHaveLength(1);
    expect(framesBetween(step(5, duelText({}, "1O", "bid:O"), null), after)).toHaveLength(1);
    expect(framesBetween(null, after)).toHaveLength(1);
  });

  it("an effect moves a stone, which stays the same one", () => {
    const there = step(12, duelText({ "1a": "O7", "2d": "C2" }, "2C", "bid:C"), ">2d");
    const frames = framesBetween(after, there);
    expect(frames[0]!.line).toEqual({ text: "Treachery: C2 moves to the Z2.", clause: "CR-5.1" });
    expect(frames[0]!.stones.find(({ rune }) => rune === 2)).toMatchObject({ key: "C2", slot: "2d" });
    expect(frames[0]!.act).toEqual({ moves: [{ from: "1d", to: "2d" }] });
  });

  it("what lies face down is shown to nobody but its side", () => {
    const frame = { stones: stonesOf(step(1, duelText({ "1a": "(O7)", "2a": "C4" }, "1O", "bid:C"), null).position), zones: {} };
    expect(sealed(frame, ["C"]).stones.map(({ rune, destiny }) => [rune, destiny])).toEqual([[null, null], [4, 4]]);
    expect(sealed(frame, ["O"]).stones.map(({ rune }) => rune)).toEqual([7, 4]);
  });

  it("takes longer where more is to be told", () => {
    expect([lasts(after), lasts(step(12, after.position.text, ">2d")), lasts(step(12, after.position.text, "-"))]).toEqual([REVEAL, EFFECT, 1]);
    expect(lasts(step(10, before.position.text, "?>1a"))).toBeLessThan(REVEAL);
  });

  it("zones that are not explained have their power and no winner", () => {
    expect(zonesOf(after.position)["3"]).toEqual({ hex: 0, power: 3, winner: null, disputed: false, because: null });
  });
});
