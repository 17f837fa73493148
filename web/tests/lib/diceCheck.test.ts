/** A device that has kept the seal, its own part and everybody's promises finds out whoever changed one of them. */
import { beforeEach, expect, it } from "vitest";
import { below, commitmentOf, lot, promiseOf, rolled, type Dice, type Outcome } from "../../src/lib/dice";
import { checked, freshPart, keep, keepPart, keptOf, partTaken, partToShow, type Verdict } from "../../src/lib/diceCheck";
import type { TableView } from "../../src/generated/wire";
import { aTable } from "../server";

const SECRET = "5e".repeat(32);
const SEAL = commitmentOf(SECRET);
const PARTS = { A: "aa".repeat(32), B: "bb".repeat(32) };
const outcomes = (): Outcome[] => [["heads", 1], ["tails", 1], ["edge", 2]];
const promises = { A: promiseOf(SEAL, "A", PARTS.A), B: promiseOf(SEAL, "B", PARTS.B) };
const open = aTable({ status: "open", commitment: SEAL, promises, parameters: { first: "lot" } });
const dice: Dice = { commitment: SEAL, secret: SECRET, promises, entropy: PARTS };
const honest = (): string[] => Array.from({ length: 20 }, (_, n) => `!${rolled(dice, Array<string>(n + 1).fill("!?"), outcomes)[n]!.drawn}`);
const over: TableView = { ...open, status: "over", entropy: PARTS, parameters: { players: "AB", first: lot(dice, ["A", "B"]) } };

beforeEach(() => {
  localStorage.clear();
  keepPart(open, "A", PARTS.A);
  partToShow(open, "A");
  partTaken(open, "A");
});

const verdict = (table: Partial<TableView> = {}, log = honest(), secret = SECRET): Verdict => checked({ ...over, ...table }, log, secret, ["A"], outcomes);
const found = (...given: Parameters<typeof verdict>) => verdict(...given).differences;

it("an honest game is as it should be", () => {
  expect(verdict()).toEqual({ rolls: 20, differences: [], early: true, added: true, late: [] });
});

it("another seal is noticed, even with the secret that fits it", () => {
  const other = "0f".repeat(32);
  expect(found({ commitment: commitmentOf(other) }, honest(), other)).toContainEqual({ what: "seal" });
});

it("a secret that does not fit the seal is noticed", () => {
  expect(found({}, honest(), "0f".repeat(32))).toContainEqual({ what: "secret" });
});

it("a roll that the dice do not give is noticed, with its number", () => {
  const log = honest();
  const said = log[6] === "!heads" ? "tails" : "heads";
  log[6] = `!${said}`;
  expect(found({}, log)).toEqual([{ what: "roll", number: 7, said, drawn: honest()[6]!.slice(1) }]);
});

it("who begins by lot is drawn again", () => {
  const drawn = lot(dice, ["A", "B"]);
  const said = drawn === "A" ? "B" : "A";
  expect(found({ parameters: { players: "AB", first: said } })).toEqual([{ what: "lot", said, drawn }]);
});

it("a promise that was changed after ours was shown is noticed", () => {
  const part = "cc".repeat(32);
  const changed = { ...promises, B: promiseOf(SEAL, "B", part) };
  expect(found({ promises: changed, entropy: { ...PARTS, B: part } })).toContainEqual({ what: "promise", seat: "B" });
});

it("a part that is not what was promised is noticed", () => {
  expect(found({ entropy: { ...PARTS, B: "cc".repeat(32) } })).toContainEqual({ what: "part", seat: "B" });
});

it("our own part may neither be altered nor be missing once it was taken", () => {
  expect(found({ entropy: { ...PARTS, A: "cc".repeat(32) } })).toContainEqual({ what: "altered", seat: "A" });
  expect(found({ entropy: { B: PARTS.B } })).toContainEqual({ what: "missing", seat: "A" });
});

it("our own part that was never taken came too late, which is no fraud", () => {
  localStorage.clear();
  keepPart(open, "A", PARTS.A);
  const { late, added, differences } = verdict({ entropy: { B: PARTS.B } });
  expect([late, added, differences.some(({ what }) => what === "missing")]).toEqual([["A"], false, false]);
});

it("who came when the game was on says so", () => {
  localStorage.clear();
  expect(verdict()).toMatchObject({ early: false, added: false });
});

it("rolls of a game that the page does not know are not computed", () => {
  expect(checked(over, honest(), SECRET, ["A"], undefined).rolls).toBeNull();
});

it("the first seal counts, whatever comes later", () => {
  keep({ ...open, commitment: "another" });
  expect(keptOf(open.id)?.seal).toBe(SEAL);
});

it("a part is shown only while seal and promise are what they were", () => {
  expect(partToShow(open, "A")).toBe(PARTS.A);
  expect(partToShow(open, "B")).toBeNull();
  expect(partToShow({ ...open, commitment: "another" }, "A")).toBeNull();
  expect(partToShow({ ...open, promises: { ...promises, A: promises.B } }, "A")).toBeNull();
});

it("a fresh part is 32 bytes of chance", () => {
  expect(freshPart()).toMatch(/^[0-9a-f]{64}$/);
  expect(freshPart()).not.toBe(freshPart());
});

it("a draw is below its bound, and depends on its purpose and its number", () => {
  const draws = Array.from({ length: 200 }, (_, count) => below(dice, 3, "chance", count));
  expect(new Set(draws)).toEqual(new Set([0, 1, 2]));
  expect(draws).not.toEqual(draws.map((_, count) => below(dice, 3, "first", count)));
});
