/** Which sound belongs to a move, by its text. */
import type { Step } from "../../lib/playback.svelte";
import type { Sound } from "../../lib/sound";
import { bidIsPending } from "./turns";

export function soundOf({ move, position }: Step): Sound | null {
  if (!move) return null;
  if (move.startsWith("!")) return "paper";
  const bid = /^(\d+|\?)>/.test(move);
  if (!bid) return move === "-" ? "paper" : "wood";
  return bidIsPending(position.text) ? "wood" : "rune"; // once no bid is pending, both runes have turned
}
