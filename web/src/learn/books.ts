/** The rulebooks and tutorials, each loaded when somebody wants to read it. */
import type { Component } from "svelte";
import type { BoardProps } from "../lib/board";
import type { GameName, Language } from "../lib/types";
import type { Block } from "./blocks";
import type { Script } from "./script";

const books = import.meta.glob<Block[]>("../../rulebook/*/*.md", { import: "default" });
const scripts = import.meta.glob<Script>("../../tutorial/{kingdom-run,chronicles-of-run}.json", { import: "default" });
const words = import.meta.glob<Record<GameName, Record<string, string>>>("../../tutorial/words.*.json", { import: "default" });
const boards: Record<GameName, () => Promise<{ default: Component<BoardProps, object, "prompt" | "next"> }>> = {
  "kingdom-run": () => import("../kingdom-run/Board.svelte"),
  "chronicles-of-run": () => import("../chronicles/Board.svelte"),
};

export async function bookOf(game: GameName, language: Language): Promise<Block[]> {
  return books[`../../rulebook/${game}/${language}.md`]!();
}

export async function scriptOf(game: GameName): Promise<Script> {
  return scripts[`../../tutorial/${game}.json`]!();
}

export async function scriptWords(game: GameName, language: Language): Promise<Record<string, string>> {
  return (await words[`../../tutorial/words.${language}.json`]!())[game];
}

export async function boardOf(game: GameName) {
  return (await boards[game]()).default;
}
