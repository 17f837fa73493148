/** Where the page is. Everything stands after the `#`, so that no key in it ever reaches a server's log. */
import type { GameName, Seat } from "../generated/wire";

/** Who plays with whom: what a new table begins with. */
export type Way = "computer" | "device" | "friends" | "watch";

export type Route =
  | { at: "start" }
  | { at: "new"; game: GameName; way?: Way }
  | { at: "lobby" }
  | { at: "table"; id: string; watch?: string; seatKey?: string; part?: string }
  | { at: "replay"; id?: string; ply?: number; watch?: string; record?: string }
  | { at: "analysis"; id: string; ply?: number }
  | { at: "rules"; game: GameName; clause?: string }
  | { at: "learn"; game: GameName }
  | { at: "you"; pair?: string }
  | { at: "ratings"; of?: GameName; players?: number }
  | { at: "journey" }
  | { at: "day"; of?: GameName }
  | { at: "evenings" }
  | { at: "evening"; id: string; wall?: boolean }
  | { at: "desk"; key?: string }
  | { at: "stop"; key: string }
  | { at: "lost" };

const here = $state<{ route: Route }>({ route: { at: "start" } });

export function route(): Route {
  return here.route;
}

export function follow(): void {
  const read = () => {
    here.route = parse(location.hash);
  };
  addEventListener("hashchange", read);
  read();
}

export function go(where: string): void {
  location.hash = where;
}

/** Say in other words where the reader is; unless `from` is a place that they have left meanwhile, for that must not bring them back. */
export function amend(from: string, where: string): void {
  if (location.hash !== from) return;
  history.replaceState(null, "", where);
  here.route = parse(location.hash);
}

const SETTLED = 250; // milliseconds until the address follows what is shown

/** The address follows what is shown, as soon as that stays; what comes back calls it off. */
export function amendSoon(where: string): (() => void) | undefined {
  const from = location.hash;
  if (from === where) return;
  const timer = setTimeout(() => amend(from, where), SETTLED);
  return () => clearTimeout(timer);
}

export const to = {
  start: () => "#/",
  lobby: () => "#/lobby",
  fresh: (game: GameName, way?: Way) => `#/new/${game}${way ? `/${way}` : ""}`,
  table: (id: string) => `#/table/${id}`,
  watch: (id: string, key: string) => `#/table/${id}/watch/${key}`,
  /** With what the seat adds to the dice, if this device knows it: it has to be shown wherever the seat is played. */
  seat: (id: string, _seat: Seat, key: string, part?: string) => ["#/table", id, "seat", key, ...(part ? [part] : [])].join("/"),
  replay: (id?: string, ply?: number, watch?: string) =>
    ["#/replay", id, ply ?? (watch ? 0 : undefined), watch].filter((part) => part !== undefined).join("/"),
  /** A game that is in the address itself, packed (packed.ts). */
  record: (code: string, ply?: number) => `#/record/${code}${ply ? `/${ply}` : ""}`,
  /** A finished table's game, or an analysis by its own name, as the coach sees it. */
  analysis: (id: string, ply?: number) => `#/analysis/${id}${ply ? `/${ply}` : ""}`,
  rules: (game: GameName, clause?: string) => `#/rules/${game}${clause ? `/${clause}` : ""}`,
  learn: (game: GameName) => `#/learn/${game}`,
  journey: () => "#/journey",
  /** The position of the day, of a game; else of the first. */
  day: (of?: GameName) => (of ? `#/day/${of}` : "#/day"),
  you: () => "#/you",
  /** Of a game with so many players; else of the first. */
  ratings: (of?: GameName, players?: number) => ["#/ratings", of, players].filter((part) => part !== undefined).join("/"),
  /** To open one. */
  evenings: () => "#/evening",
  evening: (id: string) => `#/evening/${id}`,
  /** The same for a projector. */
  wall: (id: string) => `#/evening/${id}/wall`,
  /** The host's; by the link that the server tells at its first start, the key is in the address for a moment. */
  desk: () => "#/desk",
  /** For another device of the same person. */
  pair: (code: string) => `#/you/pair/${code}`,
};

function isWay(name: string | undefined): name is Way {
  return name === "computer" || name === "device" || name === "friends" || name === "watch";
}

/** An address that was cut off in the middle of a letter leads nowhere. */
function partsOf(hash: string): string[] | null {
  try {
    return hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
}

export function parse(hash: string): Route {
  const parts = partsOf(hash);
  if (!parts) return { at: "lost" };
  const [place, first, second, third, fourth] = parts;
  if (!place) return { at: "start" };
  if (place === "lobby") return { at: "lobby" };
  if (place === "you" && first === "pair" && second) return { at: "you", pair: second };
  if (place === "you" && !first) return { at: "you" };
  if (place === "journey" && !first) return { at: "journey" };
  if (place === "day") return { at: "day", of: first || undefined };
  if (place === "ratings") return { at: "ratings", of: first || undefined, players: Number(second) || undefined };
  if (place === "evening") return first ? { at: "evening", id: first, wall: second === "wall" } : { at: "evenings" };
  if (place === "stop" && first) return { at: "stop", key: first };
  if (place === "desk") return { at: "desk", key: first || undefined };
  if (place === "new" && first) return { at: "new", game: first, way: isWay(second) ? second : undefined };
  if (place === "learn" && first) return { at: "learn", game: first };
  if (place === "rules" && first) return { at: "rules", game: first, clause: second };
  if (place === "replay") return { at: "replay", id: first, ply: second ? Number(second) || 0 : undefined, watch: third };
  if (place === "record" && first) return { at: "replay", record: first, ply: second ? Number(second) || 0 : undefined };
  if (place === "analysis" && first) return { at: "analysis", id: first, ply: second ? Number(second) || 0 : undefined };
  if (place === "table" && first) {
    if (second === "watch" && third) return { at: "table", id: first, watch: third };
    if (second === "seat" && third) return { at: "table", id: first, seatKey: third, part: fourth };
    return { at: "table", id: first };
  }
  return { at: "lost" };
}
