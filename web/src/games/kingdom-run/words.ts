/** What things are called. English stands here; the catalogues have the rest. */
import { gameView, sideOf } from "../../lib/games.svelte";
import { msg, t } from "../../lib/words.svelte";
import { type Clan, CLANS, type Face, type Race, type Space } from "./text";
import type { Die } from "../../generated/games/kingdom-run";

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

/** What the server calls the game. */
export const GAME = "kingdom-run";

// The rules' refusals in words, as the server has told them.
export const refusalWords = (code: string, otherwise: string): string => gameView(GAME).refusals[code] ?? otherwise;

// What is left to do, in a sentence.
interface Situation {
  race: Race;
  /** Whoever looks must act. */
  acting: boolean;
  name: string;
  dice: Die[];
  chosen: Face | null;
  /** How many dice are to be rerolled. */
  again: number;
  /** A runner's actions are on offer. */
  choosing: boolean;
}

export function promptFor({ race, acting, name, dice, chosen, again, choosing }: Situation): string {
  if (race.phase === "over") return t("The game is over.");
  if (race.phase === "roll" || race.phase === "again") return t("{name} rolls the dice.", { name });
  if (!acting) {
    if (race.phase === "keep") return t("{name} is choosing dice to reroll.", { name });
    if (race.phase === "sow") return t("{name} is disbanding space {space}.", { name, space: race.origin });
    return t("{name} is playing.", { name });
  }
  if (race.phase === "keep") return again ? t("Select a die to keep it after all.") : t("Select the dice to reroll, or keep them all.");
  if (race.phase === "sow") return t("Go on disbanding space {space}, or stop.", { space: race.origin });
  if (choosing) return t("Choose what this runner does.");
  if (chosen === "V") return t("Choose whose token to steal.");
  if (chosen === "X") return t("Carbon copy: choose what to do.");
  if (chosen) return t("{action}: choose a runner.", { action: t(FACE_NAMES[chosen]) });
  const ready = dice.filter((die) => die.state === "ready").length;
  return ready === 1 ? t("1 die left: choose an action.") : t("{count} dice left: choose an action.", { count: ready });
}
