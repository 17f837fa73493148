/** Runners and the clans' signs, lent to people's portraits. */
import type { PortraitAssets, Sign } from "../../lib/likeness";
import { t } from "../../lib/words.svelte";
import { EMBLEMS } from "./portraits";
import RunnerPortrait from "./RunnerPortrait.svelte";
import { CLANS, type Clan } from "./text";
import { clanName, RUNNER_NAMES } from "./words";

const FIGURES: Record<Clan, string> = { K: "knight", S: "sorcerer", F: "forest-dweller", G: "gnome" };
const SIGNS: Record<Clan, string> = { K: "shield", S: "star", F: "leaf", G: "mushroom" };

export function portraitAssets(): PortraitAssets {
  return {
    figures: Object.fromEntries(CLANS.map((clan) => [FIGURES[clan], () => t(RUNNER_NAMES[clan])])),
    signs: Object.fromEntries(CLANS.map((clan): [string, Sign] => [SIGNS[clan], { path: EMBLEMS[clan].path, name: () => clanName(clan) }])),
    Figure: RunnerPortrait,
  };
}
