/** One's games in one list, and what was won of them. */
import { expect, it } from "vitest";
import { inOrder, joined, type MyGame, playedAt, pointsOf, sharesOf, streaksOf } from "../../src/account/games";
import type { Snapshot } from "../../src/generated/wire";
import { aSeat, aSnapshot, aTable } from "../server";

function snapshot(result: Snapshot["result"]): Snapshot {
  const seats = [aSeat("A", { name: "Ada" }), aSeat("B", { kind: "bot", bot: "squire" }), aSeat("C", { kind: "closed" })];
  return aSnapshot({ result, table: aTable({ id: "t1", game: "race", status: "over", seats, created_at: 5 }) });
}

function game(table: string, more: Partial<MyGame> = {}): MyGame {
  return { table, game: "race", players: 2, seat: "A", status: "over", mine_to_move: false, with: [], started_at: 0, touched_at: 0, rated: false, here: true, ...more };
}

const ended = (won: boolean, drawn = false) => ({ won, shared: false, drawn, points: {} });

it("tells of a table as a host would", () => {
  const result = { scores: { A: 9, B: 7 }, winners: ["A"], ending: "podium", secret: "" };
  expect(playedAt(snapshot(result), "A", true)).toEqual(
    game("t1", { with: [{ seat: "B", name: "", kind: "bot", bot: "squire" }], started_at: 5, touched_at: 5, result: { won: true, shared: false, drawn: false, points: { A: 9, B: 7 } } }),
  );
});

it.each([
  [["A", "B"], "A", { won: false, shared: false, drawn: true }],
  [[], "A", { won: false, shared: false, drawn: true }],
  [["B"], "A", { won: false, shared: false, drawn: false }],
])("knows who has won: %s", (winners, mine, told) => {
  const result = { scores: { A: 9, B: 9 }, winners, ending: "podium", secret: "" };
  expect(playedAt(snapshot(result), mine, true).result).toMatchObject(told);
});

it("has no result of a game that was broken off", () => {
  const result = { scores: { A: 1, B: 0 }, winners: [], ending: "broken-off", secret: "" };
  expect(playedAt(snapshot(result), "A", true).result).toBeUndefined();
});

it("puts those first where one has to move, then those that go on, wait, and are over", () => {
  const games = [
    game("old", { touched_at: 1 }), game("new", { touched_at: 2 }), game("waits", { status: "waiting" }), game("goes", { status: "playing", touched_at: 9 }),
    game("mine", { status: "playing", mine_to_move: true }),
  ];
  expect(inOrder(games).map(({ table }) => table)).toEqual(["mine", "goes", "waits", "new", "old"]);
});

it("lists a table once, as the host tells of it", () => {
  const told = game("t1", { here: false, rated: true });
  expect(joined([told], [game("t1"), game("t2")])).toEqual([told, game("t2")]);
});

it("lists a game that has joined those at the host once, as it is here", () => {
  const here = game("0t", { as: "local1" });
  expect(joined([game("local1", { here: false, local: true }), game("local2", { here: false, local: true })], [here])).toEqual([
    game("local2", { here: false, local: true }), here,
  ]);
});

it("says one's own points first", () => {
  const others = [{ seat: "A", name: "Ada", kind: "guest" as const }];
  expect(pointsOf(game("t", { seat: "B", with: others, result: { won: true, shared: false, drawn: false, points: { A: 3, B: 8 } } }))).toEqual([8, 3]);
});

it("counts what was won by game, seat, players and whom it was against", () => {
  const bo = { seat: "B", name: "Bo", kind: "guest" as const };
  const squires = ["C", "D"].map((seat) => ({ seat, name: "", kind: "bot" as const, bot: "squire" }));
  const shares = sharesOf([game("1", { with: [bo], result: ended(true) }), game("2", { with: [bo, ...squires], players: 4, result: ended(false, true) }), game("3", { with: [bo] })]);
  expect(shares).toEqual([
    { by: "game", game: "race", of: "race", games: 2, won: 1, drawn: 1 },
    { by: "seat", game: "race", of: "A", games: 2, won: 1, drawn: 1 },
    { by: "players", game: "race", of: "2", games: 1, won: 1, drawn: 0 },
    { by: "opponent", game: "race", of: "Bo", games: 2, won: 1, drawn: 1 },
    { by: "players", game: "race", of: "4", games: 1, won: 0, drawn: 1 },
    { by: "bot", game: "race", of: "squire", games: 1, won: 0, drawn: 1 },
  ]);
});

it.each([
  ["WWLWWW", { now: 2, longest: 3 }],
  ["LWW", { now: 0, longest: 2 }],
  ["WW", { now: 2, longest: 2 }],
  ["", { now: 0, longest: 0 }],
])("counts streaks in %s, the newest first", (games, streaks) => {
  expect(streaksOf([...games].map((one, n) => game(String(n), { result: ended(one === "W") })))).toEqual(streaks);
});
