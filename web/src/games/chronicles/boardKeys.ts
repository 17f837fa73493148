/** The keys that lead from slot to slot and through one's hand. */
import { ARROWS, type KeyTold } from "../../lib/keyboard";
import { t } from "../../lib/words.svelte";

export const boardKeys: readonly KeyTold[] = [
  { keys: ARROWS, caps: () => "← → ↑ ↓", does: () => t("From slot to slot; among the runes: from rune to rune") },
  { keys: ["Home", "End"], caps: () => t("Home, End"), does: () => t("To the first rune, to the last") },
  { keys: ["Enter", " "], caps: () => t("Enter"), does: () => t("Choose what is marked") },
];
