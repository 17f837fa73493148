/** Runners of a clan are alike, yet each disc on the table stays the same one. */
import { expect, it } from "vitest";
import { changes, follow, letterOf, type Piece } from "../../../src/games/kingdom-run/pieces";
import { readRace } from "../../../src/games/kingdom-run/text";

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
