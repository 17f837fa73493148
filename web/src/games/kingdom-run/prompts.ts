/** What is left to do, in a sentence. */
import type { Die } from "./wire";
import { t } from "../../lib/words.svelte";
import type { Face, Race } from "./text";
import { FACE_NAMES } from "./words";

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
