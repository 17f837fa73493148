/** From a game on this device to one that other devices reach: the same position, rules and players at a table of the server. */
import { api } from "../lib/api";
import { keysOf, remember, shownKeys } from "../lib/keys";
import { lastOf, optionsOf, setOut } from "../lib/createTable";
import { sitDown } from "../lib/seats";
import type { TableView } from "../wire";

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
