/** From a game on this device to one with a friend: a table at the server, with the same rules. */
import { optionsOf } from "../lib/playOn";
import type { Seat, SeatView, TableView } from "../wire";
import { openTable, type Opened, type Seating, type Sitting } from "./opening";

/** I keep my place; whoever else plays here, a bot or somebody beside me, makes room for a friend. */
export function seatingWithFriends(seats: SeatView[], you: Seat[]): Seating {
  const mine = you[0] ?? seats.find(({ kind }) => kind !== "closed")!.seat;
  const who = ({ seat, kind }: SeatView): Sitting["who"] => (kind === "closed" ? "nobody" : seat === mine ? "me" : "friend");
  return Object.fromEntries(seats.map((one) => [one.seat, { who: who(one), name: one.kind === "person" ? one.name : "", bot: "" }]));
}

/** Between people on devices of their own nobody waits until somebody says that a turn is over. */
export function openWithFriends({ game, parameters, clock, title, seats }: TableView, you: Seat[]): Promise<Opened> {
  return openTable({ game, options: optionsOf(parameters), settings: { title, clock, confirm: false } }, seatingWithFriends(seats, you));
}
