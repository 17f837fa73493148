import { expect, test } from "vitest";
import { seatingWithFriends } from "../../src/start/newGame";
import type { SeatView } from "../../src/generated/wire";

const sitter = (seat: string, kind: SeatView["kind"], name = "") => ({ seat, kind, name }) as SeatView;
const whoSits = (seats: SeatView[], you: string[]) =>
  Object.entries(seatingWithFriends(seats, you)).map(([seat, { who, name }]) => `${seat} ${who} ${name}`.trim());

test("I keep my place, a friend takes the computer's, and who plays with nobody else stays away", () => {
  expect(whoSits([sitter("K", "bot"), sitter("S", "person", "Ada"), sitter("F", "closed"), sitter("G", "bot")], ["S"])).toEqual([
    "K friend", "S me Ada", "F nobody", "G friend",
  ]);
});

test("of several who share the device, the first stays; of a game that was only watched, the first place is taken", () => {
  expect(whoSits([sitter("O", "person", "Ada"), sitter("C", "person", "Bo")], ["O", "C"])).toEqual(["O me Ada", "C friend Bo"]);
  expect(whoSits([sitter("O", "bot"), sitter("C", "bot")], [])).toEqual(["O me", "C friend"]);
});
