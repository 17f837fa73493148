/** The story of a table, turn by turn. */
import type { GameParts } from "../../src/lib/game";
import type { LogLine } from "../../src/lib/live.svelte";
import type { Step } from "../../src/lib/playback.svelte";
import { othersTurns, stepsOf, storyOf, withStory } from "../../src/table/story";
import type { Replay } from "../../src/generated/wire";
import { aPosition } from "../server";
import { expect, it } from "vitest";

const parts = {
  turns: { label: (text: string) => text[0]!, begins: (text: string) => text.endsWith("roll"), seat: (label: string) => label, heading: (label: string, names: Record<string, string>) => names[label]! },
} as Pick<GameParts, "turns">;
const names = { A: "Ada", B: "Bo" };
const line = (seq: number, words: string, text?: string, ply = 0, scores: Record<string, number> = {}): LogLine =>
  text ? { seq, at: 1, words, ply, seat: "A", move: words, position: { text, ply, scores } } : { seq, at: 1, words };

const told = [
  line(1, "Ada sits down."),
  line(2, "rolled", "A act", 1, { A: 2, B: 2 }),
  line(3, "a", "A act", 2, { A: 4, B: 1 }),
  line(4, "b", "B roll", 3, { A: 4, B: 1 }),
  line(5, "Bo agrees to hints."),
  line(6, "rolled", "B act", 4, { A: 4, B: 1 }),
];

it("comes in turns; a move belongs to the turn before it, and what is no move to the turn that goes on", () => {
  expect(storyOf(told, parts, names).map(({ heading, items }) => [heading, items.map(({ words }) => words)])).toEqual([
    ["Before the game", ["Ada sits down."]],
    ["Ada", ["rolled", "a", "b", "Bo agrees to hints."]],
    ["Bo", ["rolled"]],
  ]);
});

it("says whose score a move has changed", () => {
  const [, ada] = storyOf(told, parts, names);
  expect(ada!.items.map(({ scores }) => scores)).toEqual([[], [{ seat: "A", from: 2, to: 4 }, { seat: "B", from: 2, to: 1 }], [], []]);
});

it("leads to positions, but for what is no move", () => {
  expect(storyOf(told, parts, names).flatMap(({ items }) => items.map(({ at }) => at))).toEqual([null, 2, 3, 4, null, 6]);
});

it("is known from before one came, once it has been heard", () => {
  const before = told.map(({ seq, at, words, ply }): LogLine => ({ seq, at, words, ply }));
  const replay = {
    moves: ["!6", "a", "b", "!2"], positions: ["A roll", "A act", "A act", "B roll", "B act"], more: [[], ["It lands."], [], []],
    explained: [{}, {}, {}, {}, { dice: [] }], to_act: ["", "A", "A", "", "B"], standings: [{ A: 2 }, { A: 2 }, { A: 4 }, { A: 4 }, { A: 4 }],
  } as unknown as Replay;
  const known = withStory(before, replay, { position: null, log: [] });
  expect(known[0]).toEqual(before[0]);
  expect(known[2]).toMatchObject({ words: "a", seat: "A", move: "a", more: ["It lands."], position: { text: "A act", ply: 2, scores: { A: 4 }, to_act: "A" } });
  expect(known[1]).toMatchObject({ seat: "", move: "!6" });
  expect(stepsOf(known).map(({ by, position }) => [by, position.ply])).toEqual([[null, 1], ["A", 2], ["A", 3], [null, 4]]);
});

it("explains what the story explains, and no more", () => {
  const story = {
    moves: ["a", "b"], positions: ["A act", "A act", "B act"], more: [[], []], to_act: ["A", "A", "B"], standings: [{}, {}, {}],
    explained: [{}, {}, { slots: { "3a": { destiny: 8 } } }],
  } as unknown as Replay;
  const known = withStory([{ seq: 1, at: 1, words: "a", ply: 1 }, { seq: 2, at: 1, words: "b", ply: 2 }], story, { position: null, log: [] });
  expect(known.map(({ position }) => position!.explained)).toEqual([undefined, { slots: { "3a": { destiny: 8 } } }]);
});

it("goes on to a last move that lies face down, as this device knows it", () => {
  const story = { moves: ["a"], positions: ["A act", "B act"], explained: [{}, {}], more: [[]], to_act: ["A", "B"], standings: [{}, {}] } as unknown as Replay;
  const present = { text: "A answers", ply: 2, scores: {} };
  const known = withStory([{ seq: 1, at: 1, words: "a", ply: 1 }, { seq: 2, at: 1, words: "Bo bids face down.", ply: 2 }], story, { position: present, log: ["a", "?>3a"] });
  expect(stepsOf(known).map(({ by, move, position }) => [by, move, position.text])).toEqual([["A", "a", "B act"], ["B", "?>3a", "A answers"]]);
});

it("does not lead over a gap", () => {
  expect(stepsOf([told[1]!, told[3]!, told[5]!]).map(({ position }) => position.ply)).toEqual([3, 4]);
});

// What the others did since one acted oneself.
/** `start`, then such as `A:a` and, for a roll of B's, `B:!6`. */
const past = (...told: string[]): Step[] =>
  ["", ...told].map((text, ply) => {
    const [by, move] = text.split(":");
    return { position: aPosition(ply, { to_act: by }), move: move ?? null, by: move?.startsWith("!") ? null : by || null, words: text };
  });
const doer = ({ by, position }: Step) => by ?? position.to_act ?? null;
const others = (steps: Step[], ...you: string[]) => othersTurns(steps, you, doer);

it("is all of their turns, one after another, with the rolls that they began with", () => {
  const steps = past("A:a", "B:!6", "B:b", "B:c", "C:!1", "C:d", "D:!2", "D:e", "A:!3");
  expect(others(steps, "A")).toEqual({ seats: ["B", "C", "D"], from: 2 });
});

it("stays what it was while one acts oneself", () => {
  expect(others(past("A:a", "B:b", "C:c", "A:!6", "A:r"), "A")).toEqual({ seats: ["B", "C"], from: 2 });
});

it("is the last turn alone for who looks on, and for several at one device", () => {
  const steps = past("A:a", "B:b", "C:!6", "C:c", "C:d");
  expect(others(steps)).toEqual({ seats: ["C"], from: 3 });
  expect(others(steps, "A", "B", "C")).toEqual({ seats: ["C"], from: 3 });
});

it("is none where only one's own moves are known, or nothing at all", () => {
  expect(others(past("A:a"), "A")).toBeNull();
  expect(others(past(), "A")).toBeNull();
  expect(others([], "A")).toBeNull();
});

it("does not go back over what was taken back", () => {
  expect(others(past("B:b", "B", "B:c"), "A")).toEqual({ seats: ["B"], from: 3 });
});
