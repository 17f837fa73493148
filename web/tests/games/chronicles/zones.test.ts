import { expect, test } from "vitest";
import { inLines } from "../../../src/games/chronicles/wording";

test("a short name stands in one line, a long one in two that are as alike as its spaces allow", () => {
  expect(inLines("Gates of Hell")).toEqual(["Gates of Hell"]);
  expect(inLines("Fortress of Cadmium")).toEqual(["Fortress", "of Cadmium"]);
  expect(inLines("Las Montañas de El Cuervo")).toEqual(["Las Montañas", "de El Cuervo"]);
});

test("a long name without a space stays whole", () => {
  expect(inLines("Ravenbergenkamp")).toEqual(["Ravenbergenkamp"]);
});
