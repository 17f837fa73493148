/** The dice as a move leaves them. */
import { describe, expect, it } from "vitest";
import { diceAfter } from "../../../src/games/kingdom-run/choosing";
import { readRace } from "../../../src/games/kingdom-run/text";

const race = (phase: string) => readRace(`K/S/-/- - 2,2 KS K ${phase}`);
const lying = (move: string, phase: string) => diceAfter(move, race(phase), undefined).map(({ face, state }) => `${face} ${state}`);

describe("the last move of a turn", () => {
  it("uses up its die, beside those that were used before", () => {
    expect(lying("C1K", "act:C:DBV")).toEqual(["D spent", "C spent", "B spent", "V spent"]);
  });
  it("uses up a carbon copy where its own face is gone", () => {
    expect(lying("V:S", "act:X:DBV")).toEqual(["D spent", "B spent", "V spent", "X spent"]);
  });
  it("uses up one of two dice alike", () => {
    expect(lying("B1K", "act:BB:DV")).toEqual(["D spent", "B spent", "B ready", "V spent"]);
  });
  it("leaves what could not be used", () => {
    expect(lying("end", "act:LL:DV")).toEqual(["D spent", "V spent", "L ready", "L ready"]);
  });
  it("is as the server explained it before", () => {
    const explained = [{ face: "L", state: "barred" as const, moves: [], clause: "KR-6.5" }, { face: "B", state: "ready" as const, moves: ["B1K"] }];
    expect(diceAfter("B1K", race("act:BL:DV"), explained).map(({ state }) => state)).toEqual(["barred", "spent"]);
  });
});
