/** How a score comes about, in words. */
import type { TallyWords } from "../../lib/game";
import { t } from "../../lib/words.svelte";
import { zoneTold } from "./zones";

export const tally: TallyWords = {
  kinds: ["zone", "pain", "evil"],
  heading: (kind) => (kind === "pain" ? t("Bort defeats an opponent") : kind === "evil" ? t("Zhoor is defeated") : t("Zones")),
  said: ({ at }) => zoneTold(at).name,
};
