/** The keys that lead round the racetrack. */
import { ARROWS, type KeyTold } from "../../lib/keyboard";
import { t } from "../../lib/words.svelte";

export const boardKeys: readonly KeyTold[] = [
  { keys: ARROWS, caps: () => "← → ↑ ↓", does: () => t("On the racetrack: from space to space; in a menu: from action to action") },
  { keys: ["Home", "End"], caps: () => t("Home, End"), does: () => t("To the first space, to the last") },
  { keys: ["Enter", " "], caps: () => t("Enter"), does: () => t("Choose what is marked") },
];
