/** Turns `GAME/rulebook/LANGUAGE.md` into blocks that `learn/Rulebook.svelte` draws; no Markdown is read in the browser.
 * A picture that a rulebook or a lesson names, and that is not in its game's `pictures.json`, fails the build. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { type Block, type Cell, spansOf, strangePictures } from "./src/lib/richText";

const BOOKS = join(dirname(fileURLToPath(import.meta.url)), "src/generated/books");
const BOOK = /\/([^/]+)\/rulebook\/[a-z]+\.md$/;
const LESSON = /\/([^/]+)\/lesson\/[a-z]{2}\.json$/;
const EDITION = /^\{([a-z]{2})\}\s*/;
const ANCHOR = /^\[([A-Z]{2,}-[\d.]+)\]\s*/;

export function rulebook(): Plugin {
  return {
    name: "ewala-rulebook",
    enforce: "pre", // lessons are still JSON then
    transform(source, id) {
      const game = BOOK.exec(id)?.[1];
      if (!game) {
        const lesson = LESSON.exec(id)?.[1];
        if (lesson) checkLesson(source, lesson);
        return null;
      }
      checkPictures(source.replace(/\{[a-z]{2}\}/g, ""), game); // without the columns' editions
      return { code: `export default ${JSON.stringify(blocksOf(source))};`, map: null };
    },
  };
}

/** Throws if a text names a picture that its game does not draw. */
export function checkPictures(text: string, game: string): void {
  const strange = strangePictures(text, JSON.parse(readFileSync(join(BOOKS, game, "rulebook/pictures.json"), "utf8")));
  if (strange.length) throw new Error(`${game} draws no picture ${strange.join(", ")}: see its rulebook/pictures.json`);
}

/** The same for what a lesson says in a language. */
export function checkLesson(source: string, game: string): void {
  checkPictures(Object.values<string>(JSON.parse(source)).join(" "), game);
}

export function blocksOf(source: string): Block[] {
  const blocks: Block[] = [];
  for (const chunk of source.replaceAll("\r", "").split(/\n{2,}/)) {
    const lines = chunk.split("\n").filter((line) => line.trim() !== "");
    for (let at = 0; at < lines.length; ) at = readBlock(lines, at, blocks);
  }
  return blocks;
}

/** Read the block that begins at a line; returns the line after it. */
function readBlock(lines: string[], at: number, blocks: Block[]): number {
  const line = lines[at]!.trim();
  const heading = /^(#{1,3})\s+(.*)$/.exec(line);
  if (heading) {
    const { clauses, text } = anchored(heading[2]!);
    blocks.push({ kind: "heading", level: heading[1]!.length, clauses, spans: spansOf(text) });
    return at + 1;
  }
  if (line.startsWith("@figure ")) {
    const [position, ...parts] = line.slice("@figure ".length).split(/\s+@/);
    const moves = parts.filter((part) => part.startsWith("move ")).map((part) => part.slice(5).trim());
    const options = parts.filter((part) => part.startsWith("option ")).map((part) => part.slice(7).trim().split("="));
    const caption = parts.find((part) => part.startsWith("caption "))?.slice(8).trim() ?? "";
    blocks.push({ kind: "figure", position: position!.trim(), moves, options: Object.fromEntries(options), caption: spansOf(caption) });
    return at + 1;
  }
  if (line.startsWith("- ")) return readList(lines, at, blocks);
  if (line.startsWith("|")) return readTable(lines, at, blocks);
  let end = at + 1;
  while (end < lines.length && !/^(#|- |\||@figure )/.test(lines[end]!.trim())) end++;
  const { clauses, text } = anchored(lines.slice(at, end).map((part) => part.trim()).join(" "));
  blocks.push({ kind: "paragraph", clauses, spans: spansOf(text) });
  return end;
}

function readList(lines: string[], at: number, blocks: Block[]): number {
  const items: string[] = [];
  let end = at;
  for (; end < lines.length && !/^(#|\||@figure )/.test(lines[end]!.trim()); end++) {
    const line = lines[end]!.trim();
    if (line.startsWith("- ")) items.push(line.slice(2));
    else items[items.length - 1] += ` ${line}`;
  }
  blocks.push({
    kind: "list",
    items: items.map((item) => {
      const { clauses, text } = anchored(item);
      return { clauses, spans: spansOf(text) };
    }),
  });
  return end;
}

function readTable(lines: string[], at: number, blocks: Block[]): number {
  const rows: Cell[][] = [];
  let end = at;
  for (; end < lines.length && lines[end]!.trim().startsWith("|"); end++) {
    const cells = lines[end]!.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
    if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
    rows.push(
      cells.map((cell) => {
        const edition = EDITION.exec(cell);
        const { clauses, text } = anchored(cell.slice(edition?.[0].length ?? 0));
        return { clauses, spans: spansOf(text), ...(edition && { edition: edition[1] }) };
      }),
    );
  }
  blocks.push({ kind: "table", head: rows[0] ?? [], rows: rows.slice(1) });
  return end;
}

/** The clauses that stand at the beginning of a text, and the rest of it. */
function anchored(text: string): { clauses: string[]; text: string } {
  const clauses: string[] = [];
  for (let found = ANCHOR.exec(text); found; found = ANCHOR.exec(text)) {
    clauses.push(found[1]!);
    text = text.slice(found[0].length);
  }
  return { clauses, text };
}
