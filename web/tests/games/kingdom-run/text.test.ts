/** Circuits, positions and moves as texts (KR-10). */
import { describe, expect, it } from "vitest";
import { middleText, placed, readCircuit as takenApart, spacesOf, circuitText, laidOut } from "../../../src/games/kingdom-run/circuit";
import { readCircuit, readMove, readRace, rerollText } from "../../../src/games/kingdom-run/text";
import type { Details } from "../../../src/generated/games/kingdom-run";

const CIRCUIT = "oooo|o~o|o 2:2,5:2 13,12,7";

describe("a circuit", () => {
  it("has spaces with lakes, values and seams; the start board is worth nothing", () => {
    const { spaces, zones, prizes } = readCircuit(CIRCUIT);
    expect(spaces.map(({ value }) => value)).toEqual([0, 0, 0, 0, 2, 2, 5, 5]);
    expect(spaces.filter(({ lake }) => lake).map(({ number }) => number)).toEqual([6]);
    expect(spaces.filter(({ seam }) => seam).map(({ number }) => number)).toEqual([5, 8]);
    expect([spaces[3]!.zone, spaces[4]!.zone, zones[1], prizes]).toEqual([-1, 0, { value: 5, first: 7, last: 8 }, [13, 12, 7]]);
  });

  it("is taken apart and put together as it was", () => {
    expect(circuitText(takenApart(CIRCUIT)!)).toBe(CIRCUIT);
    expect(takenApart("oooo|o~o 2:2")).toBeNull();
  });

  it("numbers its spaces across boards, and says where each zone begins", () => {
    const spaces = spacesOf({ spaces: "oo|o~|oo", zones: [{ value: 3, size: 3 }], podium: [] });
    expect(spaces.map(({ number, board, value, first }) => [number, board, value, first])).toEqual([
      [1, 0, 0, false], [2, 0, 0, false], [3, 1, 3, true], [4, 1, 3, false], [5, 2, 3, false], [6, 2, 0, false],
    ]);
  });

  it("is laid out of boards, each with either side up", () => {
    const given = { start: "oooo", finish: "o", boards: { A: ["oo", "~o"], B: ["o~", "oo"] }, zones: [], podium: [] } as unknown as Details;
    const middle = placed("B,A'");
    expect(middle).toEqual([{ board: "B", flipped: false }, { board: "A", flipped: true }]);
    expect([middleText(middle), laidOut(given, middle).spaces]).toEqual(["B,A'", "oooo|o~|~o|o"]);
  });
});

describe("a position", () => {
  it("before the roll has four dice to come", () => {
    const race = readRace("KSFG/-/Kf - 3,1 KS K roll");
    expect(race).toMatchObject({ spaces: ["KSFG", "", "Kf"], podium: "", tokens: { K: 3, S: 1 }, seat: "K", phase: "roll", faces: [], rolling: 4 });
  });

  it("in which dice are rolled again keeps the others", () => {
    expect(readRace("K - 3 K K again:DDX:1")).toMatchObject({ phase: "again", faces: ["D", "D", "X"], rolling: 1, done: "" });
  });

  it("in the middle of a turn knows what is left and what was paid", () => {
    expect(readRace("K KS 3 K K act:DX:Vd")).toMatchObject({ podium: "KS", faces: ["D", "X"], done: "Vd", rolling: 0, origin: 0 });
    expect(readRace("K - 3 K K act:-:DDVX").faces).toEqual([]);
  });

  it("in which a space is disbanded knows which", () => {
    expect(readRace("K - 3 K K sow:DVX:D:12>13")).toMatchObject({ phase: "sow", origin: 12, done: "D" });
  });
});

describe("a move", () => {
  const race = readRace("K - 3 K K sow:DVX:D:4>5");
  it.each([
    ["D12K", { action: "D", space: 12, runner: "K" }],
    ["L3f", { action: "L", space: 3, runner: "f" }],
    ["+S", { action: "+", space: 4, runner: "S" }],
    ["V:G", { action: "V", space: 0, runner: "G" }],
    ["r:DV", { action: "r", space: 0, runner: "" }],
    ["end", { action: "end", space: 0, runner: "" }],
    [".", { action: ".", space: 0, runner: "" }],
  ])("%s says who does what, and where", (text, said) => {
    expect(readMove(text, race)).toEqual({ text, ...said });
  });

  it("that rolls dice again names them in their order", () => {
    expect([rerollText(["X", "D", "V", "D"]), rerollText([])]).toEqual(["r:DDVX", "r:-"]);
  });
});
