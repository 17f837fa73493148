/** What the last player did. */
import { expect, it } from "vitest";
import type { Step } from "../../src/lib/playback.svelte";
import { lastTurn } from "../../src/table/lastTurn";
import { aPosition } from "../tables";

/** `start`, then such as `A:a` and, for a roll, `:!6`. */
const past = (...told: string[]): Step[] =>
  ["", ...told].map((text, ply) => {
    const [by, move] = text.split(":");
    return { position: aPosition(ply), move: move ?? null, by: by || null, words: move ? text : "" };
  });

it("is the other player's whole turn, with the roll that it began with", () => {
  expect(lastTurn(past("A:a", ":!6", "B:b", "B:c"), ["A"])).toEqual({ seat: "B", words: [":!6", "B:b", "B:c"], from: 2 });
});

it("is not one's own, though that was later", () => {
  expect(lastTurn(past("B:b", "A:a"), ["A"])).toEqual({ seat: "B", words: ["B:b"], from: 1 });
});

it("ends with the player's own moves: a later roll is somebody else's", () => {
  expect(lastTurn(past("B:b", ":!6", "A:a"), ["A"])?.words).toEqual(["B:b"]);
});

it("is the last of several others' turns", () => {
  expect(lastTurn(past("B:b", "C:c"), ["A"])).toEqual({ seat: "C", words: ["C:c"], from: 2 });
});

it("is none where only one's own moves are known, or nothing at all", () => {
  expect(lastTurn(past("A:a"), ["A"])).toBeNull();
  expect(lastTurn(past(), ["A"])).toBeNull();
  expect(lastTurn([], ["A"])).toBeNull();
});

it("does not go back over what was taken back", () => {
  expect(lastTurn(past("B:b", "B", "B:c"), ["A"])).toEqual({ seat: "B", words: ["B:c"], from: 3 });
});
