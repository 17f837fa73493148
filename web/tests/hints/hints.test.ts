/** Who may ask the coach, and how chances are written. */
import { accurate, inCompany, lost, mayAskCoach, peopleAt, percent, signed } from "../../src/hints/hints.svelte";
import { speak } from "../../src/lib/words.svelte";
import { aSeat, aTable } from "../server";
import { afterEach, expect, it } from "vitest";

const bot = aSeat("B", { kind: "bot" });
afterEach(() => speak("en"));

it("whoever plays alone against the computer may ask", () => {
  expect(mayAskCoach(aTable({ seats: [aSeat("A"), bot] }), ["A"])).toBe(true);
});

it("all who play at one device may ask", () => {
  expect(mayAskCoach(aTable(), ["A", "B"])).toBe(true);
});

it("among others one asks only where everybody agreed", () => {
  expect(mayAskCoach(aTable(), ["A"])).toBe(false);
  expect(mayAskCoach(aTable({ hints: true }), ["A"])).toBe(true);
});

it("at a rated table nobody asks, whatever was agreed", () => {
  expect(mayAskCoach(aTable({ rated: true, hints: true }), ["A"])).toBe(false);
  expect(mayAskCoach(aTable({ rated: true, seats: [aSeat("A"), bot] }), ["A"])).toBe(false);
});

it("who looks on at a game of people is in company, and who has resigned is none", () => {
  expect(inCompany(aTable(), [])).toBe(true);
  const left = aTable({ seats: [aSeat("A"), aSeat("B", { resigned: true })] });
  expect([peopleAt(left), inCompany(left, ["A"])]).toEqual([["A"], false]);
});

it("chances are percents that stay between none and all", () => {
  expect([percent(0.534), percent(-0.1), percent(1.2)]).toEqual(["53%", "0%", "100%"]);
});

it("changes are per cent with a sign, unless they are none, and no finer than anybody cares for", () => {
  expect([signed(0.0821), signed(-0.0821), signed(0.0001), signed(-2.036)]).toEqual(["+8.2%", "-8.2%", "0%", "-204%"]);
  expect([lost(0.082), lost(0.195)]).toEqual(["8.2%", "20%"]);
});

it("figures are written as the reader writes them", async () => {
  await speak("fr");
  expect(lost(0.082)).toMatch(/^8,2\s%$/);
});

// Chances as figures.

it("only who lost nothing is wholly accurate", () => {
  expect(accurate(1)).toBe("100%");
  expect(accurate(0.99999)).toBe("99.9%");
  expect(accurate(0.9)).toBe("90.0%");
});
