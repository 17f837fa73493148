/** The rules' refusals in words, asked of the server once for each language. */
import { api } from "../lib/api";
import type { Language } from "../lib/types";
import { language } from "../lib/words.svelte";

const known = new Map<Language, Promise<Record<string, string>>>();

async function ask(): Promise<Record<string, string>> {
  const games = await api.games();
  return games.find((game) => game.name === "kingdom-run")?.refusals ?? {};
}

export async function refusalWords(code: string, otherwise: string): Promise<string> {
  const spoken = language();
  const asked = known.get(spoken) ?? ask();
  known.set(spoken, asked);
  try {
    return (await asked)[code] ?? otherwise;
  } catch {
    known.delete(spoken);
    return otherwise;
  }
}
