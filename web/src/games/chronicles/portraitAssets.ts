/** Those who fight, their runes and the sides' signs, lent to people's portraits. */
import { sideOf } from "../../lib/games.svelte";
import type { PortraitAssets, Sign } from "../../lib/likeness";
import { character, details, GAME } from "./wording";
import { EMBLEMS } from "./portraits";
import { runeGlyph } from "./glyphs";
import HeroPortrait from "./HeroPortrait.svelte";

const SIDES: Record<string, string> = { O: "order", C: "chaos" };

export function portraitAssets(): PortraitAssets {
  const runes = details().characters.map(({ destiny }) => destiny);
  const sides = Object.entries(EMBLEMS).map(([seat, { path }]): [string, Sign] => [SIDES[seat]!, { path, name: () => sideOf(GAME, seat) }]);
  return {
    figures: Object.fromEntries(runes.map((rune) => [`hero-${rune}`, () => character(rune).name])),
    signs: Object.fromEntries([...sides, ...runes.map((rune): [string, Sign] => [`rune-${rune}`, { path: runeGlyph(rune), name: () => character(rune).rune }])]),
    Figure: HeroPortrait,
  };
}
