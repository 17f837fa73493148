/** How far one has come: who is beaten, who comes next, what counts. */
import { beforeEach, expect, it } from "vitest";
import { bends, interleaved, outcomeOf, standings, tall, wide } from "../../src/journey/stations";
import { beaten, forgetJourney, noteBeaten, opponentAt, stationName } from "../../src/lib/progress";

beforeEach(() => localStorage.clear());

const TWO = [{ seat: "A", bot: "" }, { seat: "B", bot: "mouse" }];
const ending = (winners: string[], ended = "podium") => ({ winners, ending: ended });

it("lets the games take turns, level by level, however many each has", () => {
  expect(interleaved([["a1", "a2", "a3"], ["b1"]])).toEqual(["a1", "b1", "a2", "a3"]);
  expect(interleaved([])).toEqual([]);
});

it("opens one station after another", () => {
  expect(standings(["a", "b", "c"], {})).toEqual(["next", "closed", "closed"]);
  expect(standings(["a", "b", "c"], { a: 1 })).toEqual(["won", "next", "closed"]);
  expect(standings(["a", "b"], { a: 1, b: 2 })).toEqual(["won", "won"]);
});

it("takes nothing away from whoever has beaten somebody further on", () => {
  expect(standings(["a", "b", "c"], { b: 1 })).toEqual(["next", "won", "closed"]);
});

it("keeps the first time, and forgets all of it if asked to", () => {
  noteBeaten("race/mouse", 5);
  noteBeaten("race/mouse", 9);
  noteBeaten("duel/child", 7);
  expect(beaten()).toEqual({ "race/mouse": 5, "duel/child": 7 });
  forgetJourney();
  expect(beaten()).toEqual({});
});

it.each(["broken{", "null", "3"])("begins anew where what was kept cannot be read: %s", (text) => {
  localStorage.setItem("ewala.journey", text);
  expect(beaten()).toEqual({});
  noteBeaten("race/mouse", 5);
  expect(beaten()).toEqual({ "race/mouse": 5 });
});

it("knows whom one meets at a station", () => {
  expect(opponentAt(stationName("race", "mouse"))).toBe("mouse");
  expect(opponentAt(undefined)).toBeUndefined();
});

it.each([
  ["a win to the end", ending(["A"]), TWO, "won"],
  ["a defeat", ending(["B"]), TWO, "lost"],
  ["one's resignation", ending(["B"], "resignation"), TWO, "lost"],
  ["a win that was given away", ending(["A"], "resignation"), TWO, "lost"],
  ["a win of whoever stood in", ending(["A"]), [{ seat: "A", bot: "fox" }, TWO[1]!], "lost"],
  ["a shared win", ending(["A", "B"]), TWO, "drawn"],
  ["nobody's win", ending([]), TWO, "drawn"],
])("counts %s", (_, result, seats, outcome) => {
  expect(outcomeOf(result, ["A"], seats)).toBe(outcome);
});

it.each([wide(10), tall(10), wide(1)])("lays every station into the picture, and a path from each to the next", (layout) => {
  for (const { x, y } of layout.points) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(layout.width);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(layout.height);
  }
  expect(bends(layout)).toHaveLength(layout.points.length - 1);
});
