/** The end is counted in an order that keeps the best for last. */
import { expect, it } from "vitest";
import { sharesOf } from "../../../src/games/kingdom-run/counting";
import type { TallyItem } from "../../../src/games/kingdom-run/wire";

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
