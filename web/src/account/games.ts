/** One's games, wherever they were played: those that a host has told of, and those that this browser knows of itself. */
import { api, Refusal } from "../lib/api";
import { bearer, keysOf, remember } from "../lib/keys";
import { me } from "../lib/me.svelte";
import type { AddedGame, LocalGame, Opponent, Played, PlayedResult, Seat, Share, Snapshot, Streaks } from "../generated/wire";

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

// What somebody has won, counted as the host counts it (ewala/server/features/accounts/games.py): for games of this device.
function* kindsOf({ game, seat, players, with: others }: Played): Generator<[Share["by"], string]> {
  yield ["game", game];
  yield ["seat", seat];
  yield ["players", String(players)];
  const named = new Set<string>();
  for (const { kind, name, bot = "" } of others) {
    const one = kind === "bot" ? (["bot", bot] as const) : (["opponent", name] as const);
    if (named.has(one.join(" "))) continue; // two of one name are one opponent
    named.add(one.join(" "));
    yield [...one];
  }
}

const keyOf = ({ by, game, of }: Pick<Share, "by" | "game" | "of">): string => `${by} ${game} ${of}`;

/** Of games that are over; those that were broken off do not count. */
export function sharesOf(games: readonly Played[]): Share[] {
  const found: Share[] = games.flatMap((played) =>
    [...kindsOf(played)].flatMap(([by, of]) => {
      const { result, game } = played;
      return result ? [{ by, game, of, games: 1, won: Number(result.won), drawn: Number(result.drawn) }] : [];
    }),
  );
  return added(found);
}

/** Those of one kind become one. */
function added(shares: readonly Share[]): Share[] {
  const sums = new Map<string, Share>();
  for (const share of shares) {
    const sum = sums.get(keyOf(share));
    sums.set(keyOf(share), sum ? { ...sum, games: sum.games + share.games, won: sum.won + share.won, drawn: sum.drawn + share.drawn } : share);
  }
  return [...sums.values()];
}

/** Games won one after another; the newest first. */
export function streaksOf(games: readonly Played[]): Streaks {
  let longest = 0, run = 0, now: number | null = null;
  for (const { result } of games) {
    if (!result) continue;
    if (!result.won) now ??= run;
    run = result.won ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return { now: now ?? run, longest };
}

// Finished games of this device can be added to those at the host, by their records; they stay unrated.
/** Games without a server are kept at the host by names that no table has (`LOCAL` in ewala/server/features/accounts/schema.py). */
export const hasTable = (name: string): boolean => !name.startsWith("local");

/** Under which name the host has a game of this device, if it was let join by whoever has a place now. */
export function joinedAs(table: string): string | undefined {
  const [person, name] = keysOf(table).joined?.split(" ") ?? [];
  return person !== undefined && person === me.person ? name : undefined;
}

export const mayJoin = ({ here, result, as }: MyGame): boolean => here && result !== undefined && as === undefined;

/** One after another; how many have joined. One whose record the host does not take stays where it is. */
export async function letJoin(games: readonly MyGame[]): Promise<number> {
  let count = 0;
  for (const { table, seat, touched_at } of games) {
    const keys = keysOf(table);
    try {
      const text = await api.record(table, bearer(keys));
      const added = await me.ask<AddedGame>("POST", "/api/me/games", { text, seat, ended_at: touched_at } satisfies LocalGame);
      remember(table, { joined: `${me.person} ${added.table}` }, keys.at);
      count += 1;
    } catch (error) {
      if (!(error instanceof Refusal) || !OWN_FAULT.has(error.problem.code)) throw error;
    }
  }
  return count;
}

const OWN_FAULT = new Set(["person/unfinished", "person/no-seat", "record/rules"]);
