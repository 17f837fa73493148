/** What a game of the journey came to, for whoever plays it on this device. */
import type { Result, Seat, SeatView } from "../wire";

export type Outcome = "won" | "lost" | "drawn";

const CUT_SHORT = new Set(["broken-off", "resignation"]);

/** A win counts if it was played to the end, by oneself: not shared, not by whoever stood in. */
export function outcomeOf({ winners, ending }: Pick<Result, "winners" | "ending">, you: readonly Seat[], seats: readonly Pick<SeatView, "seat" | "bot">[]): Outcome {
  const mine = winners.filter((seat) => you.includes(seat));
  if (!mine.length && winners.length) return "lost";
  if (winners.length !== 1) return "drawn";
  return CUT_SHORT.has(ending) || seats.find(({ seat }) => seat === mine[0])?.bot ? "lost" : "won";
}
