/** The rulebooks and lessons, each loaded when somebody wants to read it. A game may have none. */
import type { GameName } from "../generated/wire";
import type { Block } from "./richText";
import type { Language } from "./words.svelte";

const books = import.meta.glob<Block[]>("../generated/books/*/rulebook/*.md", { import: "default" });
const scripts = import.meta.glob<Script>("../generated/books/*/lesson/script.json", { import: "default" });
const words = import.meta.glob<Record<string, string>>("../generated/books/*/lesson/??.json", { import: "default" });

const bookAt = (game: GameName, language: Language) => `../generated/books/${game}/rulebook/${language}.md`;
const scriptAt = (game: GameName) => `../generated/books/${game}/lesson/script.json`;

export const hasBook = (game: GameName): boolean => bookAt(game, "en") in books;
export const hasLesson = (game: GameName): boolean => scriptAt(game) in scripts;

export async function bookOf(game: GameName, language: Language): Promise<Block[]> {
  return books[bookAt(game, language)]!();
}

export async function scriptOf(game: GameName): Promise<Script> {
  return scripts[scriptAt(game)]!();
}

export async function scriptWords(game: GameName, language: Language): Promise<Record<string, string>> {
  return words[`../generated/books/${game}/lesson/${language}.json`]!();
}

// A tutorial's script: what is said, what the learner is to do, what the others do meanwhile.
export interface ScriptStep {
  id: string;
  /** The text's name in the words of each language. */
  say: string;
  /** Moves that lead on; null: reading is enough. */
  expect: { moves: string[] } | { any: true } | null;
  /** Moves that the tutorial makes itself before this step: rolls, opponents. */
  play?: string[];
  /** Another position to begin this step with. */
  position?: string;
  /** What to point at. */
  point?: string;
}

export interface Script {
  game: string;
  options: Record<string, unknown>;
  position: string;
  steps: ScriptStep[];
  /** What one knows at the end: names of texts. */
  learnt: string[];
}
