/** How a score comes about, in words. */
import type { TallyWords } from "../../lib/game";
import { t } from "../../lib/words.svelte";

export const tally: TallyWords = {
  kinds: ["podium", "zone", "tokens"],
  heading: (kind) => (kind === "podium" ? t("On the podium") : kind === "tokens" ? t("Victory tokens") : t("Still on the racetrack")),
  said: ({ kind, at }) => {
    if (kind === "podium") return t("place {place}", { place: at });
    if (kind === "tokens") return at === 1 ? t("one token") : t("{count} tokens", { count: at });
    return t("space {space}", { space: at });
  },
};
