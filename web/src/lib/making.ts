/** Where a table is made: at the server, so that the game can go on elsewhere; where none is to be reached and nobody else
 * is needed, here. */
import type { MadeTable, TableRequest } from "../wire";
import { api, unlessCutOff } from "./api";

export async function tableMade(wanted: TableRequest, alone: boolean): Promise<MadeTable> {
  const here = () => api.createHere(wanted);
  if (!alone) return api.create(wanted);
  return navigator.onLine ? unlessCutOff(() => api.create(wanted), here) : here();
}
