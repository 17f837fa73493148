/** What things are called. English stands here; the catalogues have the rest. */
import { msg, t } from "../../lib/words.svelte";
import { sideOf } from "../../lib/games.svelte";
import { GAME } from "./name";
import type { Clan, Face, Race, Space } from "./text";
import { CLANS } from "./text";

/** As the server calls them. */
export const clanName = (clan: Clan): string => sideOf(GAME, clan);

export const RUNNER_NAMES: Record<Clan, string> = {
  K: msg("a knight"),
  S: msg("a sorcerer"),
  F: msg("a forest dweller"),
  G: msg("a gnome"),
};

export const FACE_NAMES: Record<Face, string> = {
  D: msg("Disbanding"),
  C: msg("Catch-up"),
  B: msg("Bathing"),
  V: msg("2 victory points"),
  L: msg("Lull/Awaken"),
  X: msg("Carbon copy"),
};

export function runnersIn(runners: string): string {
  const parts = CLANS.flatMap((clan) => {
    const awake = [...runners].filter((letter) => letter === clan).length;
    const asleep = [...runners].filter((letter) => letter === clan.toLowerCase()).length;
    const name = clanName(clan);
    if (awake && asleep) return [t("{clan}: {awake} awake, {asleep} asleep", { clan: name, awake, asleep })];
    if (awake) return [t("{clan}: {awake} awake", { clan: name, awake })];
    return asleep ? [t("{clan}: {asleep} asleep", { clan: name, asleep })] : [];
  });
  return parts.length ? parts.reduce((some, more) => t("{some}; {more}", { some, more })) : t("nobody");
}

export function spaceLabel(space: Space, race: Race): string {
  const blanks = { space: space.number, value: space.value, runners: runnersIn(race.spaces[space.number - 1] ?? "") };
  return space.lake
    ? t("Space {space}, a lake, worth {value}: {runners}", blanks)
    : t("Space {space}, worth {value}: {runners}", blanks);
}
