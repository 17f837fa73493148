/** What bots search with: of each game a module of WebAssembly, what it has learned, and what is to be known of both.
 *
 * They are there if they were built before the page (`make browser`); a page without them asks a server for bots.
 */
import type { GameName } from "../wire";

const MODULES = import.meta.glob<string>("../generated/kernels/*.wasm", { query: "?url", import: "default", eager: true });
const LEARNED = import.meta.glob<string>("../generated/kernels/*.weights", { query: "?url", import: "default", eager: true });
const ABOUT = import.meta.glob<Described>("../generated/kernels/*.json", { import: "default" });

interface Described {
  weights: object;
}

export interface Kernels {
  module: WebAssembly.Exports;
  learned: Uint8Array;
  about: Described;
}

const named = (game: GameName, ending: string) => `../generated/kernels/${game}.${ending}`;

/** Whether the page's coach can look through games; which ones, their records say. */
export const hasCoach = (): boolean => Object.keys(MODULES).length > 0;

export const hasBots = (game: GameName): boolean => named(game, "wasm") in MODULES;

export async function kernelsOf(game: GameName): Promise<Kernels> {
  const [{ instance }, learned, about] = await Promise.all([
    fetched(MODULES[named(game, "wasm")]!).then((code) => WebAssembly.instantiate(code, {})),
    fetched(LEARNED[named(game, "weights")]!),
    ABOUT[named(game, "json")]!(),
  ]);
  return { module: instance.exports, learned: new Uint8Array(learned), about };
}

async function fetched(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}
