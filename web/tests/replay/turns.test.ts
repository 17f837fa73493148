/** A record's moves, turn by turn. */
import { expect, it } from "vitest";
import type { GameParts } from "../../src/lib/game";
import { stepsOf, turnsOf } from "../../src/replay/turns";
import type { Replay } from "../../src/generated/wire";

const replay = {
  moves: ["!6", "a", "b", "!2", "c"],
  positions: ["A roll", "A act", "A act", "B roll", "B act", "A roll"],
  words: ["A rolls", "A plays a", "A plays b", "B rolls", "B plays c"],
  to_act: ["", "A", "A", "", "B", ""],
  more: [[], ["It lands."]],
  comments: {},
  standings: [{ A: 0 }, { A: 1 }],
  explained: [],
  drawn: [],
} as unknown as Replay;
const plies = ({ items }: { items: { at: number | null }[] }) => items.map(({ at }) => at);
const parts = (turns?: GameParts["turns"]) => ({ turns }) as GameParts;

it("each position has the move that led to it, and whose that was", () => {
  const steps = stepsOf(replay);
  expect(steps.map(({ move }) => move)).toEqual([null, "!6", "a", "b", "!2", "c"]);
  expect(steps.map(({ by }) => by)).toEqual([null, null, "A", "A", null, "B"]);
  expect(steps.map(({ words }) => words)).toEqual(["", ...replay.words]);
  expect([steps[1]!.position.scores, steps[2]!.position.scores, steps[0]!.position.to_act]).toEqual([{ A: 1 }, {}, undefined]);
});

it("a move belongs to the turn of the position before it, as the game names turns", () => {
  const turns = {
    label: (text: string) => text[0]!,
    begins: () => false,
    seat: (label: string) => label,
    heading: (label: string, names: Record<string, string>) => `${names[label]}'s turn`,
  };
  expect(turnsOf(replay, parts(turns), { A: "Ada", B: "Bo" })).toMatchObject([
    { seat: "A", heading: "Ada's turn", items: [{ at: 1, scores: [{ seat: "A", from: 0, to: 1 }] }, { at: 2, more: ["It lands."] }, { at: 3 }] },
    { seat: "B", heading: "Bo's turn", items: [{ at: 4 }, { at: 5 }] },
  ]);
});

it("a turn may begin though the last was of the same name", () => {
  const turns = { label: () => "A", begins: (text: string) => text.endsWith("roll"), seat: () => "A", heading: () => "" };
  expect(turnsOf(replay, parts(turns), {}).map(plies)).toEqual([[1, 2, 3], [4, 5]]);
});

it("a game that names no turns has those of whoever acts", () => {
  expect(turnsOf(replay, parts(), { A: "Ada" }).map((turn) => [turn.heading, plies(turn)])).toEqual([["", [1]], ["Ada", [2, 3]], ["", [4]], ["B", [5]]]);
});
