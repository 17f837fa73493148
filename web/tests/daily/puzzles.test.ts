/** A position a day: which one it is, what an answer is worth, and how many days in a row were solved. */
import { choicesOf, judged, keyOf, numberOn, sizeOf } from "../../src/daily/puzzles";
import { answers, dateOf, forgetDays, noteAnswer, streak } from "../../src/lib/progress";
import { beforeEach, expect, it, test } from "vitest";

beforeEach(() => localStorage.clear());

const right = { key: "a", loss: 0 };
const wrong = { key: "b", loss: 0.05 };

it("gives each day the next position, and begins again at the end", () => {
  expect(["2026-01-01", "2026-01-02", "2026-03-02", "2025-12-31"].map((date) => numberOn(date, 60))).toEqual([0, 1, 0, 59]);
});

it("knows the day by the world's clock", () => {
  expect(dateOf(Date.UTC(2026, 10, 18, 23, 59))).toBe("2026-11-18");
  expect(dateOf(Date.UTC(2026, 10, 19, 0, 0))).toBe("2026-11-19");
});

it("names a position as those who made the stock do", () => {
  expect(keyOf("abc")).toBe("ba7816bf");
});

it("says what a choice costs, and where it stands among all", () => {
  const values = { a: 0.5, b: 0.46, c: 0.46, d: 0.1 };
  expect(judged({ values }, "a")).toEqual({ loss: 0, rank: 1, of: 4, value: 0.5, best: 0.5 });
  expect(judged({ values }, "c")).toMatchObject({ rank: 2, of: 4 });
  expect(judged({ values }, "d")).toMatchObject({ rank: 4, loss: 0.4 });
  expect(judged({ values }, "e")).toBeNull();
});

it.each([[0, null], [0.009, null], [0.01, "slip"], [0.04, "mistake"], [0.1, "blunder"]])("names a loss of %s: %s", (loss, size) => {
  expect(sizeOf(loss)).toBe(size);
});

it("lets the first answer of a day stand", () => {
  noteAnswer("race", "2026-11-18", wrong);
  noteAnswer("race", "2026-11-18", right);
  noteAnswer("duel", "2026-11-18", right);
  expect(answers()).toEqual({ race: { "2026-11-18": wrong }, duel: { "2026-11-18": right } });
  forgetDays();
  expect(answers()).toEqual({});
});

it("counts the days in a row that were solved, today's too once it is answered", () => {
  const own = { "2026-11-15": right, "2026-11-16": wrong, "2026-11-17": right };
  expect(streak(own, "2026-11-18")).toBe(1);
  expect(streak({ ...own, "2026-11-18": right }, "2026-11-18")).toBe(2);
  expect(streak({ ...own, "2026-11-18": wrong }, "2026-11-18")).toBe(0);
  expect(streak(own, "2026-11-19")).toBe(0);
  expect(streak(undefined, "2026-11-18")).toBe(0);
});

it("keeps the last days only", () => {
  const kept = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [dateOf(Date.UTC(2026, 0, 1 + n)), right]));
  localStorage.setItem("ewala.days", JSON.stringify({ race: kept }));
  noteAnswer("race", "2027-11-18", wrong);
  expect(Object.keys(answers()["race"]!)).toHaveLength(400);
  expect(answers()["race"]).not.toHaveProperty("2026-01-01");
  expect(answers()["race"]).toMatchObject({ "2026-01-02": right, "2027-11-18": wrong });
});

it("begins anew where what was kept cannot be read", () => {
  localStorage.setItem("ewala.days", "{broken");
  expect(answers()).toEqual({});
});

const day = { values: { a: 0.6, b: 0.5, c: 0.4, d: 0.3, e: 0.2 } };

test("the best, one's own and the most frequent are shown, best first", () => {
  expect(choicesOf(day, { d: 5, b: 3, e: 2 }, "e", 4)).toEqual([
    { rank: 1, times: 0, share: 0, mine: false },
    { rank: 2, times: 3, share: 0.3, mine: false },
    { rank: 4, times: 5, share: 0.5, mine: false },
    { rank: 5, times: 2, share: 0.2, mine: true },
  ]);
});

test("what the page does not know is not shown", () => {
  expect(choicesOf(day, { z: 9, a: 1 }, "a", 5)).toEqual([{ rank: 1, times: 1, share: 0.1, mine: true }]);
});
