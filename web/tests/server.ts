/** What the server tells of its games, the same for every test: modules that have learned it are shared between files. */
import { vi } from "vitest";
import type { GameModule } from "../src/lib/game";
import { learnGames } from "../src/lib/games.svelte";
import type { BotView, GameView } from "../src/wire";

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
