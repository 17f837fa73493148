/** Where the page lies, and whether a server is there: in a folder that was written for any static host there is none. */
import type { GameName } from "../generated/wire";
import { language } from "./words.svelte";

/** The folder of the page, with a slash at its end. What lies beside the page tells it, whatever stands in the address. */
export function home(): string {
  const beside = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  return beside ? new URL(".", beside.href).href : `${location.origin}/`;
}

/** `ewala page` says so in the head of the page that it writes. */
export function hasServer(): boolean {
  return !document.querySelector('meta[name="ewala-server"][content="none"]');
}

/** Nobody else reaches a device by these names. */
export function isLocalhost(): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}

// Links for others: the place stands after the `#`; before it what previews may show: the kind, the game, the language.
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
