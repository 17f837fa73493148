/** The number on the installed page's sign: at how many of one's tables it is one's turn, for whoever has a place at the host.
 *
 * The host says it when it tells something while the page is closed (service-worker/worker.ts). An open page looks itself: when it
 * opens, and when it goes out of sight, since until then one may have moved. */
import type { Games } from "../wire";
import { me } from "./me.svelte";

export function showBadge(): void {
  void count();
  addEventListener("visibilitychange", () => document.hidden && void count());
}

async function count(): Promise<void> {
  await me.look();
  if (!me.person) return;
  try {
    const { games } = await me.ask<Games>("GET", "/api/me/games?status=playing");
    await navigator.setAppBadge(games.filter(({ mine_to_move }) => mine_to_move).length); // 0 takes it away
  } catch {
    // The host is away, or the browser shows none: the sign stays as it is.
  }
}
