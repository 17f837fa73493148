/** What the duel needs at a table. */
import { ARROWS, type GameParts, type KeyHelp, type TallyWords } from "../../lib/game";
import type { Step } from "../../lib/playback.svelte";
import type { Sound } from "../../lib/sound";
import { t } from "../../lib/words.svelte";
import Board from "./Board.svelte";
import { outcomes } from "./chance";
import { bidIsPending, turnOf, turns } from "./notation";
import { explains } from "./explaining";
import { lasts } from "./showing.svelte";
import { zoneTold } from "./wording";

// The keys that lead from slot to slot and through one's hand.

export const boardKeys: readonly KeyHelp[] = [
  { keys: ARROWS, caps: () => "← → ↑ ↓", does: () => t("From slot to slot; among the runes: from rune to rune") },
  { keys: ["Home", "End"], caps: () => t("Home, End"), does: () => t("To the first rune, to the last") },
  { keys: ["Enter", " "], caps: () => t("Enter"), does: () => t("Choose what is marked") },
];

// How the nine turns end.

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

// How a score comes about, in words.

export const tally: TallyWords = {
  kinds: ["zone", "pain", "evil"],
  heading: (kind) => (kind === "pain" ? t("Bort defeats an opponent") : kind === "evil" ? t("Zhoor is defeated") : t("Zones")),
  said: ({ at }) => zoneTold(at).name,
};

// Which sound belongs to a move, by its text.

export function soundOf({ move, position }: Step): Sound | null {
  if (!move) return null;
  if (move.startsWith("!")) return "paper";
  const bid = /^(\d+|\?)>/.test(move);
  if (!bid) return move === "-" ? "paper" : "wood";
  return bidIsPending(position.text) ? "wood" : "rune"; // once no bid is pending, both runes have turned
}

export const parts: GameParts = {
  Board,
  lasts,
  soundOf,
  mayTakeBack: (step, seat) => step.by === seat && soundOf(step) !== "rune", // what both have seen stands
  turnOf,
  turns,
  tally,
  ended,
  tied,
  counts: (text) => text.endsWith(" over"),
  shares: false,
  outcomes,
  explains,
  keys: boardKeys,
};
