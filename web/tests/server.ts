/** What the server tells of its games, the same for every test: modules that have learned it are shared between files. */
import type { GameModule } from "../src/lib/game";
import { learnGames } from "../src/lib/games.svelte";
import type { BotView, GameView, Happened, Position, SeatView, Snapshot, TableView } from "../src/generated/wire";
import { vi } from "vitest";

const bot = (name: string, level: number): BotView => ({ name, level, title: `The ${name}`, about: "" });
const game = (name: string, changes: Partial<GameView>): GameView => ({
  name, title: name, seats: [{ seat: "A", name: "Apples" }, { seat: "B", name: "Birds" }], fewest: 2, most: 2,
  editions: [], endings: [], options: [], refusals: {}, bots: [], details: {}, ...changes,
});
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

const GAMES = [
  game("game", { bots: [bot("random", 0), bot("owl", 3), bot("fox", 1), bot("elk", 2)] }),
  game("plain", { bots: [bot("random", 0)] }),
  game("chronicles-of-run", {
    seats: [{ seat: "O", name: "order" }, { seat: "C", name: "chaos" }],
    details: {
      characters: numbers(11).map((n) => ({ name: `C${n}`, rune: `Rune${n}`, about: "", alignment: "good", clause: "", destiny: n })),
      zones: numbers(9).map((n) => ({ name: `Z${n}`, power: n, zone: n })),
    },
  }),
];

export async function gamesTold(): Promise<void> {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(GAMES), { headers: { "content-type": "application/json" } }));
  await learnGames(async () => ({}) as GameModule);
}

// Tables, positions and events to try things on; whatever a test does not care about is as plain as can be.
export const aSeat = (seat: string, changes: Partial<SeatView> = {}): SeatView => ({
  seat, kind: "person", name: "", bot: "", online: true, resigned: false, hints: false, again: false, portrait: "", ...changes,
});

export const aTable = (changes: Partial<TableView> = {}): TableView => ({
  id: "table", game: "game", title: "", status: "playing", parameters: {}, clock: { kind: "none", seconds: 0, increment: 0 },
  confirm: false, listed: false, seats: [aSeat("A"), aSeat("B", { online: false })], commitment: "seal", promises: {}, entropy: {},
  to_show: [], rematch: "", rematch_seats: {}, at_once: false, rated: false, created_at: 0, hints: false, ...changes,
});

export const aPosition = (ply: number, changes: Partial<Position> = {}): Position => ({ text: `position ${ply}`, ply, scores: {}, explained: {}, ...changes });

export const aSnapshot = (changes: Partial<Snapshot> = {}): Snapshot => ({
  type: "snapshot", seq: 5, table: aTable(), you: ["A"], host: false, position: aPosition(3), log: ["a", "b", "c"], chat: [], result: null, ...changes,
});

export const moved = (seq: number, move: string, position: Position, seat = "A"): Happened => ({
  type: "happened", seq, event: { type: "moved", at: 1, seat, move }, words: `${seat} plays ${move}`, position,
});

/** The text of a position of the Chronicles: slots by name, such as `{ "1a": "(O7)" }`. */
export function duelText(slots: Record<string, string>, turn: string, phase: string): string {
  const zones = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((zone) => `${slots[`${zone}a`] ?? "."}|${slots[`${zone}d`] ?? "."}`);
  return `block 312456789 ${zones.join("/")} O1,2:C- ${turn} ${phase}`;
}
