/** What bots search with: a WebAssembly module of each game, and learned weights. Built by `make browser`; a page without
 * them asks a server for bots. */
import type { GameName } from "../generated/wire";

const MODULES = import.meta.glob<string>("../generated/kernels/*.wasm", { query: "?url", import: "default", eager: true });
const LEARNED = import.meta.glob<string>("../generated/kernels/*.weights", { query: "?url", import: "default", eager: true });
const ABOUT = import.meta.glob<Described>("../generated/kernels/*.json", { import: "default" });

interface Described {
  /** By the names of the files: what is in each. */
  weights: Record<string, object>;
  /** By the names of bots, the coach's is empty: the files that each reads. */
  reads: Record<string, string[]>;
}

export interface Kernels {
  module: WebAssembly.Exports;
  about: Described;
}

const named = (game: GameName, ending: string) => `../generated/kernels/${game}.${ending}`;

/** Whether the page's coach can look through games; which ones, their records say. */
export const hasCoach = (): boolean => "WebAssembly" in globalThis && Object.keys(MODULES).length > 0;

export const hasBots = (game: GameName): boolean => "WebAssembly" in globalThis && named(game, "wasm") in MODULES;

export async function kernelsOf(game: GameName): Promise<Kernels> {
  const [{ instance }, about] = await Promise.all([
    fetched(MODULES[named(game, "wasm")]!).then((code) => WebAssembly.instantiate(code, {})),
    ABOUT[named(game, "json")]!(),
  ]);
  return { module: instance.exports, about };
}

export async function learnedOf(game: GameName, file: string): Promise<Uint8Array> {
  return new Uint8Array(await fetched(LEARNED[named(game, `${file}.weights`)]!));
}

async function fetched(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}
