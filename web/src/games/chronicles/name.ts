/** What the server calls the game, and what it says the game is made of. */
import { gameView } from "../../lib/games.svelte";
import type { Details } from "./wire";

export const GAME = "chronicles-of-run";

export const details = (): Details => gameView(GAME).details as unknown as Details;
