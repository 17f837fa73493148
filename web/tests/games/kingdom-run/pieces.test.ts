/** Runners of a clan are alike, yet each disc on the table stays the same one. */
import { sharesOf } from "../../../src/games/kingdom-run/motion";
import { changes, follow, hurtBy, letterOf, type Lying, type Piece, placesOf } from "../../../src/games/kingdom-run/pieces";
import { readRace } from "../../../src/games/kingdom-run/text";
import type { TallyItem } from "../../../src/generated/games/kingdom-run";
import { expect, it } from "vitest";

const race = (spaces: string, podium = "-") => readRace(`${spaces} ${podium} 3,3,3,3 KSFG K roll`);
const first = (spaces: string) => follow([], race(spaces));
const at = (pieces: Piece[], id: string) => pieces.find((piece) => piece.id === id)!;
/** What moved, as `K1 1>3`. */
const told = (before: Piece[], after: Piece[]) => changes(before, after).map(({ piece, from }) => `${piece.id} ${from.at}>${piece.at}`);

it("every runner is a disc, each on a seat of its own", () => {
  const pieces = first("KKSF/KG");
  expect(pieces.map(({ id }) => id)).toEqual(["F1", "G1", "K1", "K2", "K3", "S1"]);
  expect(new Set(pieces.map(({ at, seat }) => `${at}.${seat}`)).size).toBe(6);
  expect([...new Set(pieces.map(({ seat }) => seat))].every((seat) => seat >= 0 && seat <= 3)).toBe(true);
});

it("whoever can have stayed has stayed, on the same seat", () => {
  const before = first("KK/-/S");
  const after = follow(before, race("K/K/S"));
  expect(told(before, after)).toEqual(["K2 1>2"]);
  expect(at(after, "K1")).toEqual({ ...at(before, "K1"), alone: true });
});

it("whoever moved came from behind, if anybody can have", () => {
  const before = first("K/S/K/-");
  expect(told(before, follow(before, race("-/S/K/K")))).toEqual(["K1 1>4"]);
  const far = first("K/-/-/K");
  expect(told(far, follow(far, race("-/-/K/-", "K")))).toEqual(["K1 1>3", "K2 4>5"]);
});

it("a seat that is left is free again, and one that is taken is not taken twice", () => {
  const before = first("K/FSGK");
  const after = follow(before, race("-/KSGK"));
  expect(new Set(after.filter((piece) => piece.at === 2).map(({ seat }) => seat))).toEqual(new Set([0, 1, 2, 3]));
  expect(at(after, "S1").seat).toBe(at(before, "S1").seat);
});

it("who falls asleep turns over where it lies", () => {
  const before = first("KK/S");
  const after = follow(before, race("Kk/S"));
  expect(told(before, after)).toHaveLength(1);
  expect(after.filter(({ asleep }) => asleep).map(letterOf)).toEqual(["k"]);
  expect(after.map(({ id, at: space, seat }) => [id, space, seat])).toEqual(before.map(({ id, at: space, seat }) => [id, space, seat]));
});

it("who arrives stands on the podium, by places", () => {
  const before = first("K/S");
  const after = follow(before, race("-/-", "SK"));
  expect([at(after, "S1").at, at(after, "K1").at, at(after, "K1").asleep]).toEqual([3, 4, false]);
});

it("a move that is taken back brings the same disc home", () => {
  const before = first("KK/S/-");
  const there = follow(before, race("K/S/K"));
  const back = follow(there, race("KK/S/-"));
  expect(back.map(({ id, at: space }) => [id, space])).toEqual(before.map(({ id, at: space }) => [id, space]));
});

it("nothing has changed between a position and itself", () => {
  const before = first("KkSF/gG");
  expect(changes(before, follow(before, race("KkSF/gG")))).toEqual([]);
});

// Dice that were not rolled again do not stir, and those that were come to rest where they lay.
const read = (text: string) => [...text].map((face): Lying => (face === "?" ? null : (face as Lying)));
/** What lies in each place, from left to right; `?` is in the air. */
function lying(before: string, now: string, thrown: number[] = []): string {
  const faces = read(now);
  const shown: string[] = [];
  placesOf(read(before), faces, thrown).forEach((place, die) => (shown[place] = faces[die] ?? "?"));
  return shown.join("");
}

it("the first dice lie in their order", () => {
  expect(lying("", "CDVX")).toBe("CDVX");
  expect(lying("????", "CDVX")).toBe("CDVX");
});

it("a die in the air leaves its place free, and comes back to it", () => {
  expect(lying("BCLX", "BLX?")).toBe("B?LX");
  expect(lying("B?LX", "BDLX")).toBe("BDLX");
  expect(lying("B?LX", "BLXX")).toBe("BXLX");
});

it("of two that look alike, the one that was taken up is thrown", () => {
  expect(lying("DDVX", "DVX?", [0])).toBe("?DVX");
  expect(lying("DDVX", "DVX?", [1])).toBe("D?VX");
});

it("a die that is spent stays where it lies, however the position sorts it", () => {
  expect(lying("XBDC", "BCDX")).toBe("XBDC");
});

// Whom a move hurts.
const lulling = readRace("K/Ss/-/- - 2,2 KS K act:VLLB:-");

it.each([
  ["V:S", "K", "S"], // robbed
  ["L2S", "K", "S"], // lulled by another
  ["L2s", "K", null], // awoken
  ["L1K", "K", null], // one's own doing
  ["B2S", "K", null],
  ["r:-", "K", null],
  ["end", "K", null],
])("of %s by %s: %s", (move, by, hurt) => {
  expect(hurtBy(move, by, lulling)).toBe(hurt);
});

// The end is counted in an order that keeps the best for last.
it("counts the purses together, then who is on the way from the back, then the podium from its last step", () => {
  const tally: Record<string, TallyItem[]> = {
    K: [
      { kind: "podium", at: 1, points: 13 },
      { kind: "podium", at: 3, points: 11 },
      { kind: "zone", at: 20, points: 6 },
      { kind: "tokens", at: 5, points: 10 },
    ],
    S: [
      { kind: "podium", at: 2, points: 12 },
      { kind: "zone", at: 20, points: 6 },
      { kind: "zone", at: 20, points: 6 },
      { kind: "zone", at: 4, points: 0 },
      { kind: "zone", at: 9, points: 3 },
      { kind: "tokens", at: 7, points: 14 },
    ],
  };
  expect(sharesOf(tally)).toEqual([
    { kind: "tokens", at: 0, points: { K: 10, S: 14 } },
    { kind: "zone", at: 9, points: { S: 3 } },
    { kind: "zone", at: 20, points: { K: 6, S: 12 } },
    { kind: "podium", at: 3, points: { K: 11 } },
    { kind: "podium", at: 2, points: { S: 12 } },
    { kind: "podium", at: 1, points: { K: 13 } },
  ]);
});
