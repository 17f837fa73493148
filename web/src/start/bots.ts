/** The computer's players, by what they are like. One that the page has no words for goes by its own name. */
import { msg, t } from "../lib/words.svelte";

const NAMES: Record<string, string> = {
  random: msg("Computer, easy"),
  greedy: msg("Computer"),
};

export function botName(bot: string): string {
  const name = NAMES[bot];
  return name ? t(name) : bot;
}
