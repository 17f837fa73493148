/** How a race ends. */
import type { GameParts } from "../../lib/game";
import { t } from "../../lib/words.svelte";

export const ended: GameParts["ended"] = ({ ending }) => {
  switch (ending) {
    case "podium-full":
      return t("The last place on the podium is taken.");
    case "player-finished":
      return t("All four runners of one player are across the line.");
    case "everyone-finished":
      return t("Every player has finished.");
    default:
      return "";
  }
};

/** Between equal scores the best runners decide (KR-8.5). */
export const tied = (winners: number): string =>
  winners > 1
    ? t("Equal scores, and their best runners stand side by side: the victory is shared.")
    : t("Equal scores: whose best runner is further ahead wins.");
