/** Kingdom Run: a race of four clans with dice, in the morning. */
import type { GameModule } from "../../lib/game";
import { msg, t } from "../../lib/words.svelte";
import { EMBLEMS, PORTRAITS } from "./portraits";
import MeadowScene from "./MeadowScene.svelte";

const EDITIONS = ["en", "fr", "es", "nl"];

const game: GameModule = {
  emblems: EMBLEMS,
  portraits: PORTRAITS,
  stories: async () => (await import("./stories")).STORIES,
  portraitAssets: async () => (await import("./portraitAssets")).portraitAssets(),
  Scene: MeadowScene,
  pitch: () => t("A race of four clans with dice. Hop ahead, jump into the lakes, lull your rivals to sleep, and climb the podium."),
  players: () => t("2 to 4 players"),
  terms: { direction: msg("Direction of play"), clockwise: msg("clockwise"), "counter-clockwise": msg("counter-clockwise") },
  /** The rulebook in the reader's language, where there is one (KR-9.4). */
  usualOptions: (language): Record<string, string> => (EDITIONS.includes(language) ? { edition: language } : {}),
  play: async () => (await import("./parts")).parts,
  setUp: { option: "circuit", label: msg("Racetrack"), load: async () => ({
    Editor: (await import("./CircuitBuilder.svelte")).default,
    Shown: (await import("./CircuitShown.svelte")).default,
  }) },
};

export default game;
