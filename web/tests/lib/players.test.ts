/** Who is who at a table, and which of the computer's players is offered. */
import { beforeAll, expect, it } from "vitest";
import { botName, botsOf, levelsOf, nameOf, namesOf, nextRival, played, preferBot, rival, shownBot, usualBot } from "../../src/lib/players";
import { aSeat, aTable, gamesTold } from "../server";

beforeAll(gamesTold);

it("people go by their names, bots by their titles, others by what their seat stands for", () => {
  const table = aTable({ seats: [aSeat("A", { name: "Ada" }), aSeat("B", { kind: "bot", bot: "owl" })] });
  expect(namesOf(table)).toEqual({ A: "Ada", B: "The owl" });
  expect(nameOf(aTable({ seats: [aSeat("A")] }), "A")).toBe("Apples");
  expect(nameOf(table, "Z")).toBe("Z");
  expect(botName("game", "stranger")).toBe("stranger");
});

it("two of the same name are told apart by what their seats stand for", () => {
  const table = aTable({ seats: [aSeat("A", { name: "Ada" }), aSeat("B", { name: "Ada" })] });
  expect([nameOf(table, "A"), nameOf(table, "B")]).toEqual(["Ada (Apples)", "Ada (Birds)"]);
});

it("closed seats are not played, and only bots are bots", () => {
  const table = aTable({ seats: [aSeat("A", { bot: "owl" }), aSeat("B", { kind: "closed" }), aSeat("C", { kind: "bot", bot: "fox" })] });
  expect([played(table).map(({ seat }) => seat), botsOf(table)]).toEqual([["A", "C"], { C: "fox" }]);
});

it("bots are offered from the gentlest on; those that measure only where there are no others", () => {
  expect(levelsOf("game").map(({ name }) => name)).toEqual(["fox", "elk", "owl"]);
  expect(levelsOf("plain").map(({ name }) => name)).toEqual(["random"]);
});

it("the second one is usual, until another was chosen that is still there", () => {
  expect([usualBot("game"), usualBot("plain")]).toEqual(["elk", "random"]);
  preferBot("game", "owl");
  expect(usualBot("game")).toBe("owl");
  preferBot("game", "gone");
  expect(usualBot("game")).toBe("elk");
});

it("who shows a game is of different minds", () => {
  expect([0, 1, 2, 3, 4].map((place) => shownBot("game", place))).toEqual(["owl", "fox", "elk", "fox", "owl"]);
  expect(shownBot("plain", 3)).toBe("random");
});

it("rivals are different ones: whom one plays as a rule, then those nearest", () => {
  expect([0, 1, 2].map((place) => rival("game", place))).toEqual(["elk", "owl", "fox"]);
  expect(nextRival("game", ["elk"])).toBe("owl");
  expect(nextRival("game", ["elk", "owl", "fox"])).toBe("elk");
});

it("two bots of one name have numbers, as kings have", () => {
  const table = aTable({ seats: [aSeat("A", { kind: "bot", bot: "owl" }), aSeat("B", { kind: "bot", bot: "owl" })] });
  expect(namesOf(table)).toEqual({ A: "The owl I", B: "The owl II" });
});
