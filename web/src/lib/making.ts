/** Where a table is made: on this device, at once, if nobody else is needed; else at the server. So is that of a game for
 * which the page has no board: the server draws it. */
import type { MadeTable, TableRequest } from "../wire";
import { api, Refusal, unlessCutOff } from "./api";
import { gameModule } from "./games.svelte";

/** What a device may be unable to do and a server can: keep a table, and play a game that this page does not have. */
const FOR_A_SERVER = new Set(["page/storage", "page/needs-server", "setup/unknown-game"]);

export async function tableMade(wanted: TableRequest, alone: boolean): Promise<MadeTable> {
  if (!alone || wanted.settings?.listed || (await gameModule(wanted.game).play()).drawn) return api.create(wanted);
  try {
    return await api.createHere(wanted);
  } catch (refused) {
    if (!(refused instanceof Refusal) || !FOR_A_SERVER.has(refused.problem.code)) throw refused;
    return unlessCutOff(() => api.create(wanted), () => Promise.reject(refused));
  }
}
