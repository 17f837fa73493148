/** What comes in is held against what the server says it sends. */
import { expect, it } from "vitest";
import { differences } from "../../src/lib/wireCheck";
import { aPosition, aSnapshot, moved } from "../server";

it.each([aSnapshot(), moved(6, "d", aPosition(4)), { type: "pong", id: "", seq: 5 }])("a message of the server's is one", (message) => {
  expect(differences(message, { type: "ServerMessage" })).toEqual([]);
});

it("a field too many, too few or of another kind is named with its place", () => {
  const wrong = { ...aSnapshot(), seq: "5", more: 1, host: undefined };
  expect(differences(wrong, { type: "Snapshot" })).toEqual(["more: Snapshot has no such field", 'seq: "5" is no number', "host: it is missing"]);
});

it("what lies deeper is named by its way", () => {
  const { table, ...rest } = aSnapshot();
  const seats = [{ ...table.seats[0]!, kind: "ghost" }];
  expect(differences({ ...rest, table: { ...table, seats } }, { type: "Snapshot" })).toEqual([expect.stringMatching(/^table\.seats\.0\.kind: "ghost" is no /)]);
});

it("lists, tuples, maps and choices are looked into", () => {
  expect(differences([1, "2"], { list: "number" })).toEqual(['1: "2" is no number']);
  expect(differences([1], { tuple: ["number", "number"] })).toEqual(["it: [1] is no list of 2"]);
  expect(differences({ a: null }, { map: "string" })).toEqual(["a: null is no string"]);
  expect(differences(null, { "any of": ["null", "string"] })).toEqual([]);
  expect(differences("c", { "one of": ["a", "b"] })).toEqual(['it: "c" is no a or b']);
  expect(differences({}, { type: "Nothing" })).toEqual(["it: there is no Nothing"]);
});
