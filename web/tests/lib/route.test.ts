/** Where the page is stands after the `#`: every place that can be written is read as what was meant. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { amendSoon, go, parse, route, to, type Route } from "../../src/lib/route.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("history", { replaceState: (_state: unknown, _title: string, where: string) => void (location.hash = where) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const PLACES: [string, Route][] = [
  [to.start(), { at: "start" }],
  [to.lobby(), { at: "lobby" }],
  [to.fresh("race", "device"), { at: "new", game: "race", way: "device" }],
  [to.fresh("race"), { at: "new", game: "race", way: undefined }],
  [to.table("t1"), { at: "table", id: "t1" }],
  [to.watch("t1", "key"), { at: "table", id: "t1", watch: "key" }],
  [to.seat("t1", "A", "key"), { at: "table", id: "t1", seatKey: "key", part: undefined }],
  [to.seat("t1", "A", "key", "beef"), { at: "table", id: "t1", seatKey: "key", part: "beef" }],
  [to.replay(), { at: "replay", id: undefined, ply: undefined, watch: undefined }],
  [to.record("Ab-_9", 7), { at: "replay", record: "Ab-_9", ply: 7 }],
  [to.replay("t1", 7), { at: "replay", id: "t1", ply: 7, watch: undefined }],
  [to.replay("t1", undefined, "key"), { at: "replay", id: "t1", ply: 0, watch: "key" }],
  [to.analysis("t1"), { at: "analysis", id: "t1", ply: undefined }],
  [to.analysis("t1", 12), { at: "analysis", id: "t1", ply: 12 }],
  [to.rules("race", "R-1"), { at: "rules", game: "race", clause: "R-1" }],
  [to.learn("race"), { at: "learn", game: "race" }],
  [to.you(), { at: "you" }],
  [to.ratings(), { at: "ratings", of: undefined, players: undefined }],
  [to.ratings("race", 3), { at: "ratings", of: "race", players: 3 }],
  [to.desk(), { at: "desk", key: undefined }],
  ["#/desk/a-Key_1", { at: "desk", key: "a-Key_1" }],
  ["#/stop/k7m2.0f", { at: "stop", key: "k7m2.0f" }],
  [to.pair("k7m2"), { at: "you", pair: "k7m2" }],
];

it.each(PLACES)("%s leads where it says", (hash, route) => {
  expect(parse(hash)).toEqual(route);
});

it.each(["#/nowhere", "#/table", "#/new", "#/rules", "#/analysis", "#/stop", "#/you/elsewhere"])("%s is no place", (hash) => {
  expect(parse(hash)).toEqual({ at: "lost" });
});

it.each(["", "#", "#/"])("%j is the start", (hash) => {
  expect(parse(hash)).toEqual({ at: "start" });
});

it("a way to play that nobody knows is left open", () => {
  expect(parse("#/new/race/upside-down")).toEqual({ at: "new", game: "race", way: undefined });
});

it("a number that is none is the beginning", () => {
  expect(parse("#/replay/t1/soon")).toMatchObject({ ply: 0 });
});

it.each(["#/table/%", "#/record/%E2%82", "#/%zz"])("%s, cut off in the middle of a letter, leads nowhere", (hash) => {
  expect(parse(hash)).toEqual({ at: "lost" });
});

it("what is written for addresses is read as it was", () => {
  expect(parse("#/table/a%20b")).toEqual({ at: "table", id: "a b" });
});

it("the address follows what is shown once that stays", () => {
  go(to.replay("t1"));
  amendSoon(to.replay("t1", 3))!();
  amendSoon(to.replay("t1", 4));
  vi.runAllTimers();
  expect(location.hash).toBe(to.replay("t1", 4));
  expect(route()).toMatchObject({ at: "replay", ply: 4 });
});

it("who has left is not brought back by an address that wanted to follow", () => {
  go(to.replay("t1"));
  amendSoon(to.replay("t1", 0));
  go(to.analysis("t1")); // nothing calls it off before the browser has said that the place is another
  vi.runAllTimers();
  expect(location.hash).toBe(to.analysis("t1"));
});

it("an address that says it already is left as it is", () => {
  go(to.replay("t1", 4));
  expect(amendSoon(to.replay("t1", 4))).toBeUndefined();
});
