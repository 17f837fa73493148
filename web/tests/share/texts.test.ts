/** Words that must fit are broken and cut, never lost without a sign. */
import { expect, it } from "vitest";
import { framesOf, thinned } from "../../src/share/subject";
import { balanced, cutTo, inLines } from "../../src/share/poster";

const letters = (text: string) => [...text].length; // a letter is one wide

it("breaks between words", () => {
  expect(inLines("one two three four", "", 9, 3, letters)).toEqual(["one two", "three", "four"]);
  expect(inLines("  ", "", 9, 3, letters)).toEqual([]);
});

it("cuts what is too much", () => {
  expect(inLines("one two three four five", "", 9, 2, letters)).toEqual(["one two", "three fo…"]);
  expect(inLines("Donaudampfschiff", "", 9, 2, letters)).toEqual(["Donaudam…"]);
  expect(cutTo("🎲🎲🎲🎲", "", 3, letters)).toBe("🎲🎲…");
});

it("makes lines of about the same length", () => {
  expect(balanced("aaaa bbbb cccc d", "", 14, 2, letters)).toEqual(["aaaa bbbb", "cccc d"]);
  expect(balanced("short", "", 14, 2, letters)).toEqual(["short"]);
});

// --- Frames

const steps = (count: number) =>
  Array.from({ length: count }, (_, ply) => ({ position: { text: "", ply, scores: {} }, move: "m", by: "K", words: ply ? `Move ${ply}.` : "" }));
const turns = (count: number, each: number) =>
  Array.from({ length: count }, (_, n) => ({ seat: "K", heading: "", items: Array.from({ length: each }, (_, m) => ({ at: null, key: n * each + m + 1, words: "", more: [], scores: [] })) }));
const END = { title: "Ada wins!", line: "It is over.", winners: ["K"] };

it("shows the beginning, each turn when it is done, and the end for longer", () => {
  const frames = framesOf(steps(7), turns(3, 2), END, "A game");
  expect(frames.map(({ step }) => step.position.ply)).toEqual([0, 2, 4, 6]);
  expect(frames.map(({ title }) => title)).toEqual(["A game", "A game", "A game", "Ada wins!"]);
  expect(frames[1]!.line).toBe("Move 1. Move 2.");
  expect(frames.at(-1)!.winners).toEqual(["K"]);
  expect(frames.at(-1)!.milliseconds).toBeGreaterThan(frames[1]!.milliseconds);
});

it("a game without an end, and one without moves", () => {
  expect(framesOf(steps(3), turns(1, 2), null, "A game").map(({ line }) => line)).toEqual(["", "Move 1. Move 2."]);
  expect(framesOf(steps(1), [], null, "A game")).toHaveLength(1);
});

it("leaves turns out of a long game, evenly", () => {
  const frames = framesOf(steps(401), turns(400, 1), END, "A game");
  expect(frames.length).toBeLessThanOrEqual(90);
  const plies = frames.map(({ step }) => step.position.ply);
  expect(plies.at(-1)).toBe(400);
  expect(new Set(plies).size).toBe(plies.length);
  expect(thinned([1, 2, 3], 5)).toEqual([1, 2, 3]);
});
