/** Where the lines of the winning chances lie. */
import { expect, it } from "vitest";
import { dashOf, lineOf, openingOf, plyAt, spread, xOf, yOf } from "../../src/coach/curve";

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
