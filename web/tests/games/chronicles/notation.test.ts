/** A position's text (CR-7) as the board reads it, and whose turn it speaks of. */
import { outcomes } from "../../../src/games/chronicles/chance";
import { bidIsPending, otherSide, read, readBid, roleOf, slotOf, turnOf, turns, zoneOf } from "../../../src/games/chronicles/notation";
import { sharesOf } from "../../../src/games/chronicles/scene";
import { inLines } from "../../../src/games/chronicles/wording";
import { describe, expect, it, test } from "vitest";
import { duelText } from "../../server";

describe("a position", () => {
  it("says what lies where, face up or down, and which bid still waits for its answer", () => {
    const { slots } = read(duelText({ "1a": "O7", "1d": "(C?)", "9d": "[O10]", "3a": "(C4)" }, "2O", "bid:O"));
    expect(slots).toEqual({
      "1a": { side: "O", rune: 7, face: "up", pending: false },
      "1d": { side: "C", rune: null, face: "down", pending: true },
      "9d": { side: "O", rune: 10, face: "up", pending: true },
      "3a": { side: "C", rune: 4, face: "down", pending: true },
    });
  });

  it("says which zone lies on each hex, and whose runes are left", () => {
    const { layout, zones, hands } = read(duelText({}, "1O", "bid:O"));
    expect([layout, zones, hands]).toEqual(["block", [3, 1, 2, 4, 5, 6, 7, 8, 9], { O: [1, 2], C: [] }]);
    expect(read("ring 2-------- .|. O1:C1 1- deal").zones).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it("says whose bid it is, and whose next one is foreseen", () => {
    expect(read(duelText({}, "3O*C", "bid:C"))).toMatchObject({ turn: 3, initiative: "O", foreseen: ["C"], phase: "bid", bidder: "C", deciding: [] });
    expect(read(duelText({}, "4C*O*C", "bid:C")).foreseen).toEqual(["O", "C"]);
  });

  it("says whose effects are to be decided, in their order", () => {
    expect(read(duelText({}, "2O", "effect:C2,O10"))).toMatchObject({ phase: "effect", bidder: "", deciding: ["C2", "O10"] });
  });

  it("of the deal has nobody who begins", () => {
    expect(read(duelText({}, "1-", "deal"))).toMatchObject({ initiative: "", turn: 1, phase: "deal" });
  });
});

describe("a bid", () => {
  it.each([["7>1a", { rune: 7, slot: "1a" }], ["11>9d", { rune: 11, slot: "9d" }], ["?>3a", { rune: null, slot: "3a" }]])("%s names rune and slot", (move, bid) => {
    expect(readBid(move)).toEqual(bid);
  });
  it.each(["-", ">2a", "x3", "<C4", "!5", "7>1b", ""])("%j is none", (move) => {
    expect(readBid(move)).toBeNull();
  });
  it("is pending until it is answered", () => {
    expect([bidIsPending(duelText({ "1a": "(O?)" }, "1O", "bid:C")), bidIsPending(duelText({ "1a": "[O7]" }, "1O", "bid:C"))]).toEqual([true, true]);
    expect(bidIsPending(duelText({ "1a": "O7" }, "1O", "bid:C"))).toBe(false);
  });
});

it("a slot is a zone and a role, and a character is found by its side", () => {
  const { slots } = read(duelText({ "1a": "C7", "2d": "O7" }, "1O", "bid:O"));
  expect([zoneOf("9d"), roleOf("9d"), otherSide("O"), otherSide("C")]).toEqual([9, "d", "C", "O"]);
  expect([slotOf(slots, "O", 7), slotOf(slots, "C", 7), slotOf(slots, "C", 8)]).toEqual(["2d", "1a", undefined]);
});

describe("turns", () => {
  it("are of whoever bids or decides", () => {
    expect(["bid:C", "effect:O10,C2", "deal", "over"].map((phase) => turnOf(duelText({}, "1O", phase)))).toEqual(["C", "O", null, null]);
  });
  it("are named by number and who begins, whatever is foreseen", () => {
    expect([turns.label(duelText({}, "3O*C", "bid:C")), turns.seat("3O")]).toEqual(["3O", "O"]);
    expect([turns.heading("3O", { O: "Ada" }), turns.heading("3O", {}), turns.heading("1-", {})]).toEqual(["Turn 3, Ada begins", "Turn 3, O begins", "The deal"]);
  });
});

it("zones come up once each, then who begins", () => {
  expect(outcomes("?", ["3", "1"]).map(([zone]) => zone).join("")).toBe("2456789");
  expect(outcomes("?", [..."123456789"])).toEqual([["O", 1], ["C", 1]]);
});

// The end is counted zone by zone, in the order in which the tiles lie.
it("takes from each zone what it gives and what it costs, and leaves out those that nobody scores", () => {
  const tally = {
    O: [{ kind: "zone", at: 4, points: 1 }, { kind: "zone", at: 1, points: 3 }, { kind: "pain", at: 1, points: 1 }],
    C: [{ kind: "zone", at: 2, points: 2 }, { kind: "evil", at: 4, points: -1 }],
  } as const;
  expect(sharesOf([3, 1, 2, 4], { O: [...tally.O], C: [...tally.C] })).toEqual([
    { zone: 1, points: { O: 4 } },
    { zone: 2, points: { C: 2 } },
    { zone: 4, points: { O: 1, C: -1 } },
  ]);
});

test("a short name stands in one line, a long one in two that are as alike as its spaces allow", () => {
  expect(inLines("Gates of Hell")).toEqual(["Gates of Hell"]);
  expect(inLines("Fortress of Cadmium")).toEqual(["Fortress", "of Cadmium"]);
  expect(inLines("Las Montañas de El Cuervo")).toEqual(["Las Montañas", "de El Cuervo"]);
});

test("a long name without a space stays whole", () => {
  expect(inLines("Ravenbergenkamp")).toEqual(["Ravenbergenkamp"]);
});
