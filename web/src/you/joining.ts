/** Games of this device that are over join those at the host, by their records, when somebody wishes: then they are the same on
 * all devices, and stay marked as unrated. */
import { api, Refusal } from "../lib/api";
import { bearer, keysOf, remember } from "../lib/keys";
import { me } from "../lib/me.svelte";
import type { AddedGame, LocalGame } from "../wire";
import type { MyGame } from "./played";

/** Games without a server are kept at the host by names that no table has (`LOCAL` in ewala/server/people/local_games.py). */
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
