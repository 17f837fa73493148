/** What follows from one press of "Play": a table is made, seats are taken, and the game begins if nobody is missing. */
import { api, Refusal } from "../lib/api";
import { rival, shownBot } from "../lib/players";
import { optionsOf, createTable } from "../lib/createTable";
import { choosesPlayers, gameModule, gameView, seatsOf } from "../lib/games.svelte";
import { remember } from "../lib/keys";
import type { Way } from "../lib/route.svelte";
import { sitDown } from "../lib/seats";
import { settings } from "../lib/settings.svelte";
import { language, t } from "../lib/words.svelte";
import { hasBots } from "../local/kernels";
import type { GameName, Problem, Seat, SeatView, TableRequest, TableView } from "../generated/wire";

export interface Sitting {
  /** Me, somebody else on this device, a friend who comes by link, the computer, or nobody. */
  who: "me" | "here" | "friend" | "bot" | "nobody";
  name: string;
  bot: string;
}

export type Seating = Record<Seat, Sitting>;

/** A table that is there; with a problem, if not everything went as planned. */
interface Opened {
  id: string;
  problem: Problem | null;
}

/** What is said of somebody who has given no name: the first of a device is a guest, and so are the others. */
export function guestName(place = 0): string {
  return place ? t("Guest {number}", { number: place + 1 }) : t("Guest");
}

/** Against bots and on one device a turn is confirmed, so that it can be taken back; between devices nobody has to wait. */
export function usuallyConfirms(seating: Seating): boolean {
  const who = Object.values(seating).map((sitting) => sitting.who);
  return !who.includes("friend") && who.includes("me");
}

/** Who sits where, to begin with. */
export function usualSeating(game: GameName, way: Way): Seating {
  const rest: Record<Way, Sitting["who"]> = { computer: "bot", device: "here", friends: "friend", watch: "bot" };
  return Object.fromEntries(
    seatsOf(game).map((seat, i) => {
      const needed = i < gameView(game).fewest || !choosesPlayers(game);
      const who = way === "watch" ? "bot" : i === 0 ? "me" : needed ? rest[way] : "nobody";
      return [seat, { who, name: i === 0 ? settings.name : "", bot: way === "watch" ? shownBot(game, i) : rival(game, Math.max(0, i - 1)) }];
    }),
  );
}

/** Whether this device can play it alone: with people who share it, and with bots, if it has what they search with. */
function playsHere(game: GameName, seating: Seating): boolean {
  return Object.values(seating).every(({ who }) => who !== "friend" && (who !== "bot" || hasBots(game)));
}

export async function openTable(wanted: TableRequest, seating: Seating): Promise<Opened> {
  const { table, host_key: host, watch_key: watch } = await createTable(wanted, playsHere(wanted.game, seating));
  const { id } = table;
  const seats = Object.entries(seating);
  const here = seats.filter(([, { who }]) => who === "me" || who === "here");
  remember(id, { host, watch, shared: here.length > 1, own: seats.find(([, { who }]) => who === "me")?.[0] });
  try {
    for (const [place, [seat, { who, name, bot }]] of seats.entries()) {
      if (who === "bot") await api.bot(id, seat, bot, [host]);
      else if (who === "nobody") await api.close(id, seat, [host]);
      else if (who !== "friend") await sitDown(table, seat, { name: name.trim() || guestName(who === "me" ? 0 : place), portrait: who === "me" ? settings.portrait : "" });
    }
    if (seats.every(([, { who }]) => who !== "friend")) await api.start(id, [host]);
  } catch (error) {
    if (error instanceof Refusal) return { id, problem: error.problem }; // the table is there: its waiting room goes on
    throw error;
  }
  return { id, problem: null };
}

// A game with one press: everything as usual, and what is to be said of the rules can wait.
/** Against the computer, or only watched; `bot` instead of whoever would sit there. */
export function openAtOnce(game: GameName, way: "computer" | "watch", bot?: string): Promise<Opened> {
  const usual = Object.entries(usualSeating(game, way));
  const seating = Object.fromEntries(usual.map(([seat, sitting]) => [seat, bot ? { ...sitting, bot } : sitting]));
  return openTable({ game, options: gameModule(game).usualOptions(language()), settings: { confirm: usuallyConfirms(seating) } }, seating);
}

// From a game on this device to one with a friend: a table at the server, with the same rules.
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
