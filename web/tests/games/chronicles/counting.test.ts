/** The end is counted zone by zone, in the order in which the tiles lie. */
import { expect, it } from "vitest";
import { sharesOf } from "../../../src/games/chronicles/counting";

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
