/** How the nine turns end. */
import type { GameParts } from "../../lib/game";
import { t } from "../../lib/words.svelte";

export const ended: GameParts["ended"] = ({ ending, winners }, names) => {
  switch (ending) {
    case "order-wins":
    case "chaos-wins":
      return t("Nine turns are over, and {name} has more power.", { name: names[winners[0] ?? ""] ?? "" });
    case "draw":
      return t("Nine turns are over, and both have the same power.");
    default:
      return "";
  }
};

/** CR-6.5. */
export const tied = (): string => t("Nothing breaks the tie: nobody wins.");
