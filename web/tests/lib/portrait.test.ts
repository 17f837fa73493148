/** Where a portrait's eyes are. */
import { expect, it } from "vitest";
import { disc, eyes, eyesIn } from "../../src/lib/portraits";

it("knows a pair of eyes from everything else that is round", () => {
  expect(eyesIn(eyes(26.8))).toBe(26.8);
  expect(eyesIn(eyes(27.5, 1.5))).toBe(27.5);
  expect(eyesIn(disc(20.4, 26.8, 1.15))).toBeNull();
  expect(eyesIn("M4 50C5 38.500 13 34.500 24 34.500S43 38.500 44 50Z")).toBeNull();
});
