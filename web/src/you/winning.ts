/** What somebody has won, counted as the host counts it (ewala/server/people/record.py): for games of this device. */
import type { Played, Share, Streaks } from "../wire";

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
