/** All data about oneself as one file: the host's and this device's, without keys. */
import { api, Refusal } from "../lib/api";
import { answers, type Answers, beaten } from "../lib/progress";
import { bearer, knownTables } from "../lib/keys";
import { me } from "../lib/me.svelte";
import { isOfThisDevice } from "../local/messages";
import type { Everything, Profile } from "../generated/wire";

interface Whole {
  format: "ewala-person/1";
  /** What the host has. */
  host: Everything;
  device: {
    profile: Profile;
    /** Tables that this browser was at. */
    tables: { id: string; seats: string[]; at: number }[];
    /** The games that no server has, as records. */
    games: Record<string, string>;
    /** Whom one has beaten on the journey, and when. */
    journey: Record<string, number>;
    /** What one has answered to the positions of days. */
    days: Answers;
  };
}

export async function everythingFile(): Promise<File> {
  const host = await me.ask<Everything>("GET", "/api/me/everything");
  const tables = knownTables();
  const games: Record<string, string> = {};
  for (const { id, keys } of tables.filter(({ id }) => isOfThisDevice(id))) {
    const record = await recordOf(id, bearer(keys));
    if (record) games[id] = record;
  }
  const device = { profile: me.profile, tables: tables.map(({ id, keys }) => ({ id, seats: Object.keys(keys.seats), at: keys.at })), games, journey: beaten(), days: answers() };
  const whole: Whole = { format: "ewala-person/1", host, device };
  return new File([JSON.stringify(whole, null, 2)], "ewala-everything.json", { type: "application/json" });
}

/** A game that has not begun, or that this device has let go of, has none. */
async function recordOf(table: string, keys: string[]): Promise<string | null> {
  try {
    return await api.record(table, keys);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
