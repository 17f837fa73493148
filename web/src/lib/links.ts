/**
 * Links for others. Where they lead stands after the `#`, as everywhere; before it stands what may be said of it to programs
 * that look at a link first: what kind it is, of which game, and in whose language it was sent.
 */
import type { GameName } from "../wire";
import { hasServer, home } from "./site";
import { language } from "./words.svelte";

/** What the server calls them (server/previews.py). A seat's own link is nobody else's, and says nothing. */
const KINDS: [pattern: RegExp, kind: string][] = [
  [/^#\/table\/[^/]+\/watch\//, "watch"],
  [/^#\/table\/[^/]+$/, "join"],
  [/^#\/(replay|record)\/./, "replay"],
  [/^#\/analysis\/./, "review"],
];

export function linkTo(hash: string, game?: GameName): string {
  const kind = game && hasServer() && KINDS.find(([pattern]) => pattern.test(hash))?.[1];
  return kind ? `${home()}${kind}/${encodeURIComponent(game)}/${language()}${hash}` : `${home()}${hash}`;
}

/** Whoever came by such a link goes on from the page's own address. */
export function arrive(): void {
  const { pathname } = new URL(home());
  if (!KINDS.some(([, kind]) => location.pathname.startsWith(`${pathname}${kind}/`))) return;
  history.replaceState(history.state, "", `${pathname}${location.hash}`);
  document.title = "Ewala";
}
