/** Who plays at a table: people, and the computer's players as the server lists them. */
import type { BotView, GameName, Seat, SeatView, TableView } from "../generated/wire";
import { gameView, sideOf } from "./games.svelte";
import { choose, settings } from "./settings.svelte";
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

// The computer's players, as the server's roster has them: what they are called, and who is chosen unless somebody
// chooses.
const USUAL = 1;
/** Who shows a game to somebody who looks on: of different minds, and quick. */
const SHOWN = [2, 3, 1, 0];

/** Gentlest first; where a game has none of its own, those that only serve to measure by. */
export function levelsOf(game: GameName): BotView[] {
  const { bots } = gameView(game);
  const own = bots.filter(({ level }) => level > 0).sort((a, b) => a.level - b.level);
  return own.length ? own : bots;
}

/** One that the roster does not have goes by its own name. */
export function botName(game: GameName, bot: string): string {
  return gameView(game).bots.find(({ name }) => name === bot)?.title ?? bot;
}

/** Whom this browser played last; at first, one that a beginner can beat. */
export function usualBot(game: GameName): string {
  const levels = levelsOf(game).map(({ name }) => name);
  const last = settings.opponents[game];
  return last && levels.includes(last) ? last : (levels[USUAL] ?? levels[0] ?? "");
}

/** Who sits down against somebody, one after another: whom they play as a rule, then those nearest to that. */
export function rival(game: GameName, place: number): string {
  const levels = levelsOf(game).map(({ name }) => name);
  const usual = levels.indexOf(usualBot(game));
  const near = levels.map((name, n) => ({ name, far: Math.abs(n - usual) - (n > usual ? 0.5 : 0) })).sort((a, b) => a.far - b.far);
  return near[place % near.length]?.name ?? "";
}

/** Who sits down next where some sit already: somebody else, as long as there is one. */
export function nextRival(game: GameName, seated: string[]): string {
  const all = levelsOf(game).map((_, place) => rival(game, place));
  return all.find((name) => !seated.includes(name)) ?? usualBot(game);
}

export function preferBot(game: GameName, bot: string): void {
  choose({ opponents: { ...settings.opponents, [game]: bot } });
}

/** Who plays the seat of this number in a game that is only watched. */
export function shownBot(game: GameName, place: number): string {
  const levels = levelsOf(game);
  return levels[SHOWN[place % SHOWN.length]! % levels.length]!.name;
}
