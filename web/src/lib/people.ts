/** Who is who at a table. */
import { botName } from "./bots";
import { sideOf } from "./games.svelte";
import type { Seat, SeatView, TableView } from "../wire";
import { t } from "./words.svelte";

export function seatOf(table: TableView, seat: Seat | null | undefined): SeatView | undefined {
  return table.seats.find((view) => view.seat === seat);
}

const NUMERALS = ["I", "II", "III", "IV"];

/** Of two bots of one name the second is II, as kings are. */
function shortName(table: TableView, view: SeatView): string {
  if (view.kind !== "bot") return view.name || sideOf(table.game, view.seat);
  const same = table.seats.filter(({ kind, bot }) => kind === "bot" && bot === view.bot);
  const title = botName(table.game, view.bot);
  return same.length > 1 ? `${title} ${NUMERALS[same.indexOf(view)]}` : title;
}

/** What a player is called; with the clan or side where two are called the same. */
export function nameOf(table: TableView, seat: Seat): string {
  const view = seatOf(table, seat);
  if (!view) return sideOf(table.game, seat);
  const name = shortName(table, view);
  const alone = table.seats.filter((other) => shortName(table, other) === name).length === 1;
  return alone ? name : t("{name} ({side})", { name, side: sideOf(table.game, seat) });
}

/** The same for all seats, short: beside it stands the seat's sign. */
export function namesOf(table: TableView): Record<Seat, string> {
  return Object.fromEntries(table.seats.map((view) => [view.seat, shortName(table, view)]));
}

/** The computer's players at the table, by seat; not those that stand in for a person. */
export function botsOf(table: TableView): Record<Seat, string> {
  return Object.fromEntries(table.seats.filter(({ kind }) => kind === "bot").map(({ seat, bot }) => [seat, bot]));
}

/** What people here want to look like, by seat: those who chose something, and play themselves. */
export function portraitsOf(table: TableView): Record<Seat, string> {
  return Object.fromEntries(table.seats.filter(({ kind, portrait }) => kind === "person" && portrait).map(({ seat, portrait }) => [seat, portrait]));
}

/** As which figure a seat's player is drawn. */
export function figureOf({ kind }: SeatView): "here" | "bot" | "nobody" {
  return kind === "person" ? "here" : kind === "bot" ? "bot" : "nobody";
}

/** The seats that are played, in their order. */
export function played(table: TableView): SeatView[] {
  return table.seats.filter(({ kind }) => kind !== "closed");
}
