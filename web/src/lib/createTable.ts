/** Creates tables: on this device if nobody else is needed and the page has a board for the game, else at the server. */
import { hasBots } from "../local/kernels";
import type { GameName, MadeTable, Replay, Seat, TableRequest, TableView } from "../generated/wire";
import { api, Refusal, unlessCutOff } from "./api";
import { usualBot } from "./players";
import { gameModule } from "./games.svelte";
import { keysOf, remember, shownKeys } from "./keys";
import { sitDown } from "./seats";
import { settings } from "./settings.svelte";
import { t } from "./words.svelte";

/** What a device may be unable to do and a server can: keep a table, and play a game that this page does not have. */
const FOR_A_SERVER = new Set(["page/storage", "page/needs-server", "setup/unknown-game"]);

export async function createTable(wanted: TableRequest, alone: boolean): Promise<MadeTable> {
  if (!alone || wanted.settings?.listed || (await gameModule(wanted.game).play()).drawn) return api.create(wanted);
  try {
    return await api.createHere(wanted);
  } catch (refused) {
    if (!(refused instanceof Refusal) || !FOR_A_SERVER.has(refused.problem.code)) throw refused;
    return unlessCutOff(() => api.create(wanted), () => Promise.reject(refused));
  }
}

// To play on from a position that was looked at: a new table set out from there, against the computer.
export interface Outset {
  game: GameName;
  /** The rules, as a record has them. */
  parameters: Record<string, string>;
  /** The position, then earlier ones, should something lie face down in it. */
  positions: string[];
  /** Whose place one takes. */
  seat: Seat;
  title: string;
}

/** To play on from a position of a record, in one's own place or the next player's; null if it is over. */
export function outsetOf({ game, parameters, positions, to_act, over }: Replay, ply: number, own: Seat[]): Outset | null {
  if (over && ply === positions.length - 1) return null;
  const seat = own[0] ?? (to_act.slice(ply).find((one) => one) || to_act.findLast((one) => one) || "");
  return { game, parameters, positions: lastOf(positions, ply), seat, title: t("From move {ply}", { ply }) };
}

/** A position and the one before it, should something lie face down. */
export const lastOf = (positions: string[], ply = positions.length - 1): string[] => positions.slice(Math.max(0, ply - 1), ply + 1).reverse();

/** A record says yes and no; options are true and false. */
export function optionsOf(parameters: Record<string, string>): Record<string, string | boolean> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, value === "yes" ? true : value === "no" ? false : value]));
}

/** The table's name, once the game there goes on. */
export async function playOn({ game, parameters, positions, seat, title }: Outset): Promise<string> {
  const wanted = { game, options: optionsOf(parameters), settings: { title, confirm: true } };
  const { table, host_key: host, watch_key: watch } = await setOut(wanted, positions, (one) => createTable(one, hasBots(game)));
  remember(table.id, { host, watch, shared: false });
  const seats = table.seats.map((sitter) => sitter.seat);
  const mine = seats.includes(seat) ? seat : seats[0]!;
  for (const other of seats.filter((one) => one !== mine)) await api.bot(table.id, other, usualBot(game), [host]);
  await sitDown(table, mine, { name: settings.name || t("Guest"), portrait: settings.portrait });
  await api.start(table.id, [host]);
  return table.id;
}

/** A table set out from the first of these positions that can be; a turn with something face down is begun again. */
export async function setOut(wanted: TableRequest, [position, ...earlier]: string[], make: (wanted: TableRequest) => Promise<MadeTable>): Promise<MadeTable> {
  try {
    return await make({ ...wanted, position });
  } catch (error) {
    if (earlier.length && error instanceof Refusal && error.problem.code === "setup/position-hidden") return setOut(wanted, earlier, make);
    throw error;
  }
}

// From a game on this device to one that other devices reach: the same position, rules and players at a table of the
// server.
/** The table, once the game goes on there. */
export async function takeAlong({ id, game, parameters, title, clock, confirm, seats }: TableView): Promise<TableView> {
  const keys = keysOf(id);
  const { positions } = await api.story(id, shownKeys(keys));
  const wanted = { game, options: optionsOf(parameters), settings: { title, clock, confirm } };
  const { table, host_key: host, watch_key: watch } = await setOut(wanted, lastOf(positions), api.create);
  remember(table.id, { host, watch, shared: keys.shared });
  for (const { seat, kind, name, portrait, bot } of seats) {
    if (bot) await api.bot(table.id, seat, bot, [host]);
    else if (kind === "person") await sitDown(table, seat, { name, portrait });
  }
  await api.start(table.id, [host]);
  return table;
}
