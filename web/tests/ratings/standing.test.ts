/** Where people and bots stand on one leaderboard. */
import { expect, it } from "vitest";
import { linesOf, stretchesOf, type Line } from "../../src/ratings/standing";
import type { Listed } from "../../src/generated/wire";

const person = (name: string, rating: number, uncertainty: number, place = 1): Listed => ({ place, person: name, name, portrait: "", rating, uncertainty, provisional: false, games: 1 });
const names = (lines: Line[]) => lines.map((line) => (line.kind === "bot" ? line.bot : line.name));

it("bots stand among people by what those very likely reach, the strongest first", () => {
  const rows = [person("Ada", 1700, 50), person("Bo", 1560, 30, 2), person("Cleo", 1600, 200, 3)];
  const bots = [{ bot: "low", rating: 900, error: 50 }, { bot: "middle", rating: 1500, error: 0 }, { bot: "high", rating: 1900, error: 60 }];
  expect(names(linesOf({ rows, bots }))).toEqual(["high", "Ada", "Bo", "middle", "Cleo", "low"]);
});

it("who reaches as much as a bot stands before it, and people stay in the order in which they came", () => {
  const rows = [person("Ada", 1500, 0), person("Bo", 1500, 0), person("Cleo", 1500, 1, 3)];
  expect(names(linesOf({ rows, bots: [{ bot: "middle", rating: 1500, error: 0 }] }))).toEqual(["Ada", "Bo", "middle", "Cleo"]);
  expect(linesOf({ rows: [], bots: [] })).toEqual([]);
});

it("the scale has room for everybody, to twice the uncertainty", () => {
  const lines = linesOf({ rows: [person("Ada", 1500, 250)], bots: [{ bot: "low", rating: 1200, error: 0 }] });
  expect(stretchesOf(lines)).toEqual([{ from: 0.2, at: 0.2, to: 0.2 }, { from: 0, at: 0.5, to: 1 }]);
  expect(stretchesOf(linesOf({ rows: [person("Ada", 1500, 0)], bots: [] }))).toEqual([{ from: 0.5, at: 0.5, to: 0.5 }]);
});
