/** Whom a move hurts, for the faces at the board's edge. */
import { CLANS, readMove, type Clan, type Race } from "./text";

/** Whoever is robbed, or has a runner lulled by somebody else; nobody in most moves. */
export function hurtBy(move: string, by: string | null, before: Race): Clan | null {
  const { action, runner } = readMove(move, before);
  const lulls = action === "L" && runner !== runner.toLowerCase();
  const whose = CLANS.find((clan) => clan === runner.toUpperCase());
  return whose && whose !== by && (action === "V" || lulls) ? whose : null;
}
