/** A record with what shows it: the game's own parts, and pictures where its board has to be drawn by the server. */
import { api } from "./api";
import type { GameParts } from "./game";
import { gameModule } from "./games.svelte";
import type { Replay } from "../wire";

export async function replayed(text: string): Promise<{ replay: Replay; parts: GameParts }> {
  const replay = await api.replay(text);
  const parts = await gameModule(replay.game).play();
  return { replay: parts.drawn ? await api.replay(text, true) : replay, parts };
}
