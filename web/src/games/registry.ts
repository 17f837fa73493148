/** The only list of games that have a folder of their own here; all others are played on the plain board. */
import type { GameModule } from "../lib/game";
import type { GameView } from "../generated/wire";

/** Each is loaded where the server plays it. */
const FOLDERS: Record<string, () => Promise<{ default: GameModule }>> = {
  "kingdom-run": () => import("./kingdom-run"),
  "chronicles-of-run": () => import("./chronicles"),
};

export async function moduleOf(view: GameView): Promise<GameModule> {
  const folder = FOLDERS[view.name];
  return folder ? (await folder()).default : (await import("./plain")).plain(view);
}
