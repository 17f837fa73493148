/** Chances as figures. */
import { expect, it } from "vitest";
import { accurate } from "../../src/hints/figures";

it("only who lost nothing is wholly accurate", () => {
  expect(accurate(1)).toBe("100%");
  expect(accurate(0.99999)).toBe("99.9%");
  expect(accurate(0.9)).toBe("90.0%");
});
