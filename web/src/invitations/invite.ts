/** To ask somebody to come to a table: by who they are, or as whom one has played with. */
import { bearer, keysOf } from "../lib/keys";
import { me } from "../lib/me.svelte";
import type { Games, Invited, Played, Seat, Somebody } from "../generated/wire";

/** Whom one has played with: at which table and seat says who it is, and to nobody else. */
export interface Met {
  name: string;
  played_at: string;
  seat: Seat;
}

export type Whom = { person: string } | Omit<Met, "name">;

export const invitations = (): Promise<Invited> => me.ask<Invited>("GET", "/api/me/invitations");

export function invite(table: string, whom: Whom, kind: "challenge" | "rematch" = "challenge"): Promise<void> {
  return me.ask("POST", "/api/me/invitations", { table, key: bearer(keysOf(table))[0] ?? "", ...whom, kind });
}

export function decline(table: string, never = false): Promise<void> {
  return me.ask("DELETE", `/api/me/invitations/${encodeURIComponent(table)}${never ? "?never=true" : ""}`);
}

export const peopleCalled = (name: string): Promise<Somebody[]> => me.ask<Somebody[]>("GET", `/api/me/people?name=${encodeURIComponent(name)}`);

/** The last people one has played with who can be asked again, each once. */
export async function lastMet(most = 6): Promise<Met[]> {
  const { games } = await me.ask<Games>("GET", "/api/me/games?status=over");
  return metIn(games).slice(0, most);
}

function metIn(games: Played[]): Met[] {
  const met = new Map<string, Met>();
  for (const { table, with: others } of games)
    for (const { name, seat, asked } of others) if (asked && !met.has(name)) met.set(name, { name, played_at: table, seat });
  return [...met.values()];
}
