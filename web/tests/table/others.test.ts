/** What the others did since one acted oneself. */
import { expect, it } from "vitest";
import type { Step } from "../../src/lib/playback.svelte";
import { othersTurns } from "../../src/table/story";
import { aPosition } from "../tables";

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
