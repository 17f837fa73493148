/** The rules' refusals in words, as the server has told them. */
import { gameView } from "../../lib/games.svelte";
import { GAME } from "./name";

export const refusalWords = (code: string, otherwise: string): string => gameView(GAME).refusals[code] ?? otherwise;
