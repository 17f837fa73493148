/** The games that can be played here, in the reader's language, each with its own folder of the page or the plain one. */
import type { GameName, GameView, Seat } from "../generated/wire";
import { api, Refusal } from "./api";
import type { Emblem, GameModule } from "./game";
import type { PortraitAssets } from "./likeness";
import { hasServer } from "./site";
import { language, type Language } from "./words.svelte";

const PATIENCE = 4_000; // milliseconds that a page waits for the server, if it came from the device itself

type Find = (view: GameView) => Promise<GameModule>;

let views = $state.raw<GameView[]>([]);
const modules = new Map<GameName, GameModule>();
let spoken: Language | null = null;
let asked: Language | null = null;

/** Learn what can be played: once a language, and again while no server has answered. Throws refusals. */
export async function learnGames(find: Find, wanted: Language = language()): Promise<void> {
  asked = wanted;
  if (spoken === wanted) return;
  if (!hasServer()) return take(find, wanted, await knownGames(wanted));
  const asking = api.games(wanted).then((found) => take(find, wanted, found));
  asking.catch(() => {}); // below it is heard of, if anybody still waits
  try {
    // In a train a question may hang for a minute. Whenever an answer comes, it counts.
    await (fromDevice() ? Promise.race([asking, late()]) : asking);
  } catch (error) {
    if (!(error instanceof Refusal && error.problem.code === "page/no-connection")) throw error;
  }
  if (spoken === wanted) return;
  await take(find, wanted, await knownGames(wanted), false);
}

/** These are the games, in that language; `lasting`, unless the server may know better. */
async function take(find: Find, wanted: Language, found: GameView[], lasting = true): Promise<void> {
  const strange = found.filter(({ name }) => !modules.has(name));
  await Promise.all(strange.map(async (view) => modules.set(view.name, await find(view))));
  if (asked !== wanted || (spoken === wanted && !lasting)) return; // another language was chosen meanwhile, or the server has answered
  [spoken, views] = [lasting ? wanted : null, found];
}

/** Whether a service worker gave us the page, which then says nothing about the network. */
function fromDevice(): boolean {
  return !!navigator.serviceWorker?.controller;
}

const late = () => new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));

/** In the server's order. */
export function games(): GameView[] {
  return views;
}

export function isGame(name: GameName): boolean {
  return modules.has(name);
}

export function gameView(name: GameName): GameView {
  return views.find((view) => view.name === name)!;
}

export function gameModule(name: GameName): GameModule {
  return modules.get(name)!;
}

export function titleOf(name: GameName): string {
  return gameView(name).title;
}

export function seatsOf(name: GameName): Seat[] {
  return gameView(name).seats.map(({ seat }) => seat);
}

/** What a seat stands for: a clan, a side. */
export function sideOf(name: GameName, seat: Seat): string {
  return gameView(name).seats.find((side) => side.seat === seat)?.name ?? seat;
}

export function sidesOf(name: GameName): Record<Seat, string> {
  return Object.fromEntries(gameView(name).seats.map((side) => [side.seat, side.name]));
}

export function emblemOf(name: GameName, seat: Seat): Emblem | undefined {
  return gameModule(name).emblems[seat];
}

/** Whether the rules let fewer play than there are seats, in an order that can be chosen, and say who begins. */
export function choosesPlayers(name: GameName): boolean {
  return gameView(name).options.some((option) => option.name === "players");
}

// The games as this page itself knows them, for when there is no server to say what it plays.
const KNOWN: Record<Language, () => Promise<{ default: GameView[] }>> = {
  en: () => import("virtual:games/en"),
  es: () => import("virtual:games/es"),
  fr: () => import("virtual:games/fr"),
  nl: () => import("virtual:games/nl"),
};

async function knownGames(spoken: Language): Promise<GameView[]> {
  return (await KNOWN[spoken]()).default;
}

// What the games lend to people's portraits, fetched when the first of them is drawn.
let assets = $state.raw<readonly PortraitAssets[]>([]);
let loading: Promise<void> | undefined;

/** So far as it is here: what draws with it is drawn again when there is more. */
export function portraitAssets(): readonly PortraitAssets[] {
  return assets;
}

export function loadPortraitAssets(): Promise<void> {
  loading ??= Promise.all(games().flatMap(({ name }) => gameModule(name).portraitAssets?.() ?? [])).then(
    (found) => void (assets = found),
    () => void (loading = undefined), // without a network a portrait stays plain; whoever is drawn next tries again
  );
  return loading;
}
