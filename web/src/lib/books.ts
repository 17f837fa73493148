/** The rulebooks and lessons, each loaded when somebody wants to read it. A game may have none. */
import type { Block } from "./blocks";
import type { Script } from "./script";
import type { Language } from "./words.svelte";
import type { GameName } from "../wire";

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
