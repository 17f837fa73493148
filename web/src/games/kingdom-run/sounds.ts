/** Which sound belongs to a move, by its text. */
import type { Step } from "../../lib/playback.svelte";
import type { Sound } from "../../lib/sound";

export function soundOf({ move }: Step): Sound | null {
  switch (move?.[0]) {
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

const isSmall = (letter: string) => letter !== letter.toUpperCase();
