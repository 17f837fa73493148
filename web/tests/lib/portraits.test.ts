/** Where a portrait's eyes are. */
import { disc, eyes, eyesIn } from "../../src/lib/portraits";
import { type Likeness, likenessIn, portraitOf } from "../../src/lib/likeness";
import { expect, it } from "vitest";

it("knows a pair of eyes from everything else that is round", () => {
  expect(eyesIn(eyes(26.8))).toBe(26.8);
  expect(eyesIn(eyes(27.5, 1.5))).toBe(27.5);
  expect(eyesIn(disc(20.4, 26.8, 1.15))).toBeNull();
  expect(eyesIn("M4 50C5 38.500 13 34.500 24 34.500S43 38.500 44 50Z")).toBeNull();
});

// A portrait in words.

it("says the same in words as was chosen", () => {
  const chosen: Likeness = { figure: "hero-11", light: "night", colour: "red", sign: "rune-7" };
  expect(portraitOf(chosen)).toBe("figure-hero-11 light-night colour-red sign-rune-7");
  expect(likenessIn(portraitOf(chosen))).toEqual(chosen);
});

it("draws plain somebody where nothing was chosen", () => {
  const plain: Likeness = { figure: "", light: "morning", colour: "gold", sign: "" };
  expect(likenessIn("")).toEqual(plain);
  expect(likenessIn(portraitOf(plain))).toEqual(plain);
});

it("takes the rest of a portrait that has parts from elsewhere", () => {
  expect(likenessIn("hat-tall light-noon colour-blue figure- sign-leaf")).toEqual({ figure: "", light: "morning", colour: "blue", sign: "leaf" });
});

it("is what a server takes for a portrait", () => {
  expect(portraitOf({ figure: "hero-11", light: "morning", colour: "purple", sign: "rune-11" })).toMatch(/^[a-z0-9 -]{1,200}$/);
});
