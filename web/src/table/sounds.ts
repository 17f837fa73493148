/** Which sound belongs to a move, by its text. */
import type { Step } from "../lib/playback.svelte";
import type { Sound } from "../lib/sound";
import type { GameName } from "../lib/types";
import { bidIsPending } from "./turns";

export function soundOf(game: GameName, step: Step): Sound | null {
  if (!step.move) return null;
  return game === "kingdom-run" ? ofKingdomRun(step.move) : ofChronicles(step.move, step.position.text);
}

function ofKingdomRun(move: string): Sound | null {
  switch (move[0]) {
    case "!":
      return "dice";
    case "D":
    case "+":
    case "C":
      return "hop";
    case "B":
      return "splash";
    case "L":
      return isSmall(move.at(-1)!) ? "paper" : "snore"; // a small letter lay asleep before
    case "V":
      return "coin";
    default:
      return null;
  }
}

function ofChronicles(move: string, after: string): Sound {
  if (move.startsWith("!")) return "paper";
  const bid = /^(\d+|\?)>/.test(move);
  if (!bid) return move === "-" ? "paper" : "wood";
  return bidIsPending(after) ? "wood" : "rune"; // once no bid is pending, both runes have turned
}

const isSmall = (letter: string) => letter !== letter.toUpperCase();
