/** One's games, wherever they were played: those that a host has told of, and those that this browser knows of itself. */
import type { Opponent, Played, PlayedResult, Seat, Snapshot } from "../wire";

export interface MyGame extends Played {
  /** On this device alone: nobody else has seen it, and nothing is rated by it. */
  here: boolean;
  /** What the host calls it, if it has joined those there. */
  as?: string;
}

/** A table that this browser was at, as a host would tell of it; `seat` is whose game it is. */
export function playedAt({ table, position, result }: Snapshot, seat: Seat, here: boolean): MyGame {
  const playing = table.seats.filter(({ kind }) => kind !== "closed");
  const others = playing.filter((one) => one.seat !== seat && one.kind !== "open");
  return {
    table: table.id,
    game: table.game,
    players: playing.length,
    seat,
    status: table.status === "open" ? "waiting" : table.status,
    mine_to_move: table.status === "playing" && (position?.to_act === seat || position?.confirm === seat),
    with: others.map(({ seat, name, kind, bot }): Opponent => (kind === "bot" ? { seat, name, kind, bot } : { seat, name, kind: "guest" })),
    started_at: table.created_at,
    touched_at: table.created_at,
    rated: table.rated,
    ...(result && result.ending !== "broken-off" && { result: resultFor(seat, result.winners, result.scores) }),
    here,
  };
}

function resultFor(seat: Seat, winners: Seat[], points: Record<Seat, number>): PlayedResult {
  const drawn = winners.length === 0 || winners.length === Object.keys(points).length;
  const won = !drawn && winners.includes(seat);
  return { won, shared: won && winners.length > 1, drawn, points };
}

const RANK = { playing: 1, waiting: 2, over: 3 } as const;
const rank = ({ status, mine_to_move }: Played): number => (mine_to_move ? 0 : RANK[status]);

/** Those where one has to move, those that go on, those that wait, and those that are over, the newest first. */
export function inOrder(games: readonly MyGame[]): MyGame[] {
  return [...games].sort((a, b) => rank(a) - rank(b) || b.touched_at - a.touched_at);
}

/** Both lists, each game once: what the host says of a table counts, and of a game on this device what is here to be looked at. */
export function joined(told: readonly MyGame[], known: readonly MyGame[]): MyGame[] {
  const tables = new Set(told.map(({ table }) => table));
  const here = new Set(known.map(({ as }) => as));
  return inOrder([...told.filter(({ table }) => !here.has(table)), ...known.filter(({ table }) => !tables.has(table))]);
}

/** Own points first, then the others'. */
export function pointsOf({ seat, result, with: others }: Played): number[] {
  if (!result) return [];
  return [seat, ...others.map((other) => other.seat)].map((one) => result.points[one]).filter((points) => points !== undefined);
}
