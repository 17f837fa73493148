/** A portrait in words. */
import { expect, it } from "vitest";
import { likenessIn, portraitOf, type Likeness } from "../../src/lib/portraits";

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
