/** The games as this page itself knows them, for when there is no server to say what it plays. */
import type { GameView } from "../wire";
import type { Language } from "./words.svelte";

const KNOWN: Record<Language, () => Promise<{ default: GameView[] }>> = {
  en: () => import("virtual:games/en"),
  es: () => import("virtual:games/es"),
  fr: () => import("virtual:games/fr"),
  nl: () => import("virtual:games/nl"),
};

export async function knownGames(spoken: Language): Promise<GameView[]> {
  return (await KNOWN[spoken]()).default;
}
