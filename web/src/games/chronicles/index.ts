/** The Chronicles of Run: a duel with hidden runes, at dusk. */
import type { GameModule } from "../../lib/game";
import { msg, t } from "../../lib/words.svelte";
import DuskScene from "./DuskScene.svelte";
import { EMBLEMS, PORTRAITS } from "./portraits";

const game: GameModule = {
  emblems: EMBLEMS,
  portraits: PORTRAITS,
  stories: async () => (await import("./stories")).STORIES,
  portraitAssets: async () => (await import("./portraitAssets")).portraitAssets(),
  Scene: DuskScene,
  pitch: () => t("A duel with hidden runes. Nine lands, eleven heroes, and one bluff more than your opponent expects."),
  players: () => t("2 players"),
  terms: { layout: msg("Tile layout"), block: msg("Block"), ring: msg("Ring"), line: msg("Line") },
  usualOptions: () => ({}),
  play: async () => (await import("./parts")).parts,
  setUp: { option: "layout", label: msg("Tile layout"), load: async () => ({ Editor: (await import("./LayoutEditor.svelte")).default }) },
};

export default game;
