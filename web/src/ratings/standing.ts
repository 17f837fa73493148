/** A leaderboard with the bots among people: fixed points by which everybody can see where they are. */
import type { BotPoint, Leaderboard, Listed } from "../generated/wire";

export type Line = ({ kind: "person" } & Listed) | ({ kind: "bot" } & BotPoint);

/** What somebody very likely reaches: people are ranked by it, so that nobody leads by a lucky start. */
const reach = (line: Line): number => (line.kind === "bot" ? line.rating : line.rating - 2 * line.uncertainty);

/** Of two who reach the same, the person comes first; people stay in the host's order, which knows more than is told. */
export function linesOf({ rows, bots }: Leaderboard): Line[] {
  const lines: Line[] = rows.map((row) => ({ kind: "person", ...row }));
  for (const bot of [...bots].sort((a, b) => b.rating - a.rating)) {
    const line: Line = { kind: "bot", ...bot };
    const below = lines.findIndex((other) => reach(other) < bot.rating);
    lines.splice(below < 0 ? lines.length : below, 0, line);
  }
  return lines;
}

/** A stretch of the scale, as a share of the whole. */
export interface Stretch {
  from: number;
  at: number;
  to: number;
}

const spread = (line: Line): number => 2 * (line.kind === "bot" ? line.error : line.uncertainty);

/** Where each line lies on a scale that has room for all of them. */
export function stretchesOf(lines: readonly Line[]): Stretch[] {
  const least = Math.min(...lines.map((line) => line.rating - spread(line)));
  const most = Math.max(...lines.map((line) => line.rating + spread(line)));
  const share = (points: number) => (most > least ? (points - least) / (most - least) : 0.5);
  return lines.map((line) => ({ from: share(line.rating - spread(line)), at: share(line.rating), to: share(line.rating + spread(line)) }));
}
