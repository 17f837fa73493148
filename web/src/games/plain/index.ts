/** Any game that has no folder of its own here: what the server says of it, drawn and told by the server. */
import type { Emblem, GameModule } from "../../lib/game";
import { t } from "../../lib/words.svelte";
import type { GameView } from "../../generated/wire";
import Scene from "./Scene.svelte";

/** Colours that can be told apart; the seat's letter stands on each. */
const COLOURS = ["var(--knights)", "var(--warn)", "var(--forest)", "var(--sorcerers)", "var(--gnomes)", "var(--ink-soft)"];

export function plain({ seats, fewest, most }: GameView): GameModule {
  return {
    emblems: Object.fromEntries(seats.map(({ seat }, n): [string, Emblem] => [seat, { colour: COLOURS[n % COLOURS.length]! }])),
    portraits: {},
    Scene,
    pitch: () => "",
    players: () => (fewest === most ? t("{count} players", { count: most }) : t("{fewest} to {most} players", { fewest, most })),
    terms: {},
    usualOptions: () => ({}),
    play: async () => (await import("./parts")).parts,
  };
}
