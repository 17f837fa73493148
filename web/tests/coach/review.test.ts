/** Where the lines of the winning chances lie. */
import { costliest, dashOf, lineOf, openingOf, ownFirst, ownSeats, plyAt, renewed, SIZES, spread, xOf, yOf } from "../../src/coach/review";
import type { Analysed, Costly } from "../../src/generated/wire";
import { expect, it } from "vitest";

const frame = { width: 474, height: 122, last: 40, opening: 1 };

it("the first position is at the left, the last at the right, a certain win on top", () => {
  expect([xOf(0, frame), xOf(40, frame), yOf(1, frame), yOf(0, frame)]).toEqual([40, 440, 12, 112]);
});

it("a place on the picture leads to the nearest position, also from beside it", () => {
  for (const ply of [0, 1, 17, 40]) expect(plyAt(xOf(ply, frame) + 4, frame)).toBe(ply);
  expect([plyAt(-50, frame), plyAt(9999, frame)]).toEqual([0, 40]);
});

it("a game of one position has a line, too", () => {
  expect(lineOf([0.5], { ...frame, last: 0 })).toBe("M40.0 62.0");
  expect(plyAt(200, { ...frame, last: 0 })).toBe(0);
});

it("signs that would cover each other move apart, in their order", () => {
  expect(spread([50, 52, 10], 10, 100)).toEqual([50, 60, 10]);
});

it("signs that were pushed below the edge come back up", () => {
  expect(spread([95, 96, 97], 10, 100)).toEqual([80, 90, 100]);
});

it("each seat has a pattern of its own", () => {
  expect(new Set(["A", "B", "C", "D"].map((seat) => dashOf(["A", "B", "C", "D"], seat))).size).toBe(4);
});

it("what is dealt before the first decision takes the room of one move", () => {
  const toAct = [...Array<string>(10).fill(""), "A", "", "B"];
  expect([openingOf(toAct), openingOf([]), openingOf(["", "A"])]).toEqual([10, 0, 1]);
  const dealt = { ...frame, last: 29, opening: 10 };
  expect([xOf(0, dealt), xOf(10, dealt), xOf(11, dealt), xOf(29, dealt)]).toEqual([40, 60, 80, 440]);
  for (const ply of [0, 5, 10, 11, 29]) expect(plyAt(xOf(ply, dealt), dealt)).toBe(ply);
});

// Mistakes by their size, and whose come first.
const aCostly = (seat: string, ply: number, loss: number): Costly => ({
  seat, ply, loss, size: loss >= 0.1 ? "blunder" : "slip", move: "", words: "", value: 0.5, in_hindsight: null, better: [], reason: "",
});
const costly = [aCostly("K", 4, 0.3), aCostly("S", 9, 0.2), aCostly("S", 2, 0.05)];
const analysed = { seats: ["K", "S", "F"], names: { K: "Ada", S: "Ben", F: "The Squire" }, people: ["K", "S"] } as unknown as Analysed;

it("each size has a name of its own and a mark that needs no colour", () => {
  const marks = Object.values(SIZES);
  expect(new Set(marks.map(({ name }) => name)).size).toBe(3);
  expect(marks.map(({ strokes }) => strokes)).toEqual([1, 2, 3]);
});

it("one's own decisions come first, the dearest before the others", () => {
  expect(ownFirst(costly, ["S"]).map(({ ply }) => ply)).toEqual([9, 2, 4]);
  expect(ownFirst(costly, []).map(({ ply }) => ply)).toEqual([4, 9, 2]);
});

it("a review opens at one's own dearest decision, and for a stranger at the dearest of all", () => {
  expect(costliest(costly, ["S"])?.ply).toBe(9);
  expect(costliest(costly, [])?.ply).toBe(4);
  expect(costliest(costly, ["F"])).toBeNull();
});

it("oneself is whose key this device holds, or the only person, or who is called so", () => {
  expect(ownSeats(analysed, ["S"], "Ada")).toEqual(["S"]);
  expect(ownSeats(analysed, [], "Ada")).toEqual(["K"]);
  expect(ownSeats(analysed, [], "")).toEqual([]);
  expect(ownSeats({ ...analysed, people: ["F"] }, [], "")).toEqual(["F"]);
});

it("a decision is followed into the next part, and stays where that finds nothing wrong with it", () => {
  const later = [aCostly("S", 9, 0.12)];
  expect(renewed(costly[1]!, later).loss).toBe(0.12);
  expect(renewed(costly[0]!, later)).toBe(costly[0]);
});
