/** How a game ended, in words: who has won, and why. */
import type { GameParts } from "./game";
import type { Result, Seat } from "../wire";
import { t } from "./words.svelte";

type Ended = Pick<Result, "winners" | "ending">;

export function titleOfResult(result: Ended, names: Record<Seat, string>, parts: GameParts): string {
  const winners = result.winners.map((seat) => names[seat] ?? seat);
  const [name = "", other = ""] = winners;
  if (result.ending === "broken-off") return t("The table was closed.");
  if (winners.length === 1) return t("{name} wins!", { name });
  if (winners.length === 2 && parts.shares) return t("{name} and {other} share the victory!", { name, other });
  if (winners.length && parts.shares) return t("They share the victory: {names}!", { names: winners.join(", ") });
  return t("A draw!");
}

/** "" if there is nothing to say. */
export function whyItEnded(result: Ended, names: Record<Seat, string>, parts: GameParts): string {
  return result.ending === "resignation" ? t("The opponent gave up.") : parts.ended(result, names);
}
