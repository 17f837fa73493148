import { expect, test } from "vitest";
import { choicesOf } from "../../src/daily/puzzles";

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
