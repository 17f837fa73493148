/** Mistakes by their size, and whose come first. */
import { expect, it } from "vitest";
import { costliest, ownFirst, ownSeats, renewed, SIZES } from "../../src/coach/mistakes";
import type { Analysed, Costly } from "../../src/wire";

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
