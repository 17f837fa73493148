/** Whom a move hurts. */
import { expect, it } from "vitest";
import { readRace } from "../../../src/games/kingdom-run/text";
import { hurtBy } from "../../../src/games/kingdom-run/pieces";

const race = readRace("K/Ss/-/- - 2,2 KS K act:VLLB:-");

it.each([
  ["V:S", "K", "S"], // robbed
  ["L2S", "K", "S"], // lulled by another
  ["L2s", "K", null], // awoken
  ["L1K", "K", null], // one's own doing
  ["B2S", "K", null],
  ["r:-", "K", null],
  ["end", "K", null],
])("of %s by %s: %s", (move, by, hurt) => {
  expect(hurtBy(move, by, race)).toBe(hurt);
});
