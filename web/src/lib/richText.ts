/** Running text of rulebooks and lessons, taken apart: **strong**, *emphasis*, `code`, marks, and pictures such as `{die:D}`. */

export interface Words {
  /** A mark says where a rule is from: "ruling", our choice, or "reconstruction". */
  kind: "text" | "strong" | "em" | "code" | "mark";
  text: string;
}

export interface InlinePicture {
  kind: "picture";
  /** One or several in a row, as the game's explanations name them: `die:D`, `zone:3`, `token`. */
  pictures: string[];
  /** The word they stand before, from which no end of a line parts them; "" if none follows. */
  text: string;
  strong?: boolean;
}

export type Span = Words | InlinePicture;

const PICTURES = /^((?:\{[a-z]+(?::\w+)?\})+) ?(.*)$/;
const PARTS = /((?:\{[^{}]*\})+ ?(?:\*\*[^*]+\*\*|[^\s{}*`[]*)|\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[(?:ruling|reconstruction)\])/;

export function spansOf(text: string): Span[] {
  return text.split(PARTS).filter((part) => part !== "").map(spanOf);
}

function spanOf(part: string): Span {
  const [, signs, word = ""] = PICTURES.exec(part) ?? [];
  if (signs) return pictured(signs.slice(1, -1).split("}{"), word);
  if (part.startsWith("**")) return { kind: "strong", text: part.slice(2, -2) };
  if (part.startsWith("*")) return { kind: "em", text: part.slice(1, -1) };
  if (part.startsWith("`")) return { kind: "code", text: part.slice(1, -1) };
  if (part.startsWith("[")) return { kind: "mark", text: part.slice(1, -1) };
  return { kind: "text", text: part };
}

function pictured(pictures: string[], word: string): InlinePicture {
  return word.startsWith("**") ? { kind: "picture", pictures, text: word.slice(2, -2), strong: true } : { kind: "picture", pictures, text: word };
}

/** What is heard of a text: its words, without signs and pictures. */
export function plainText(text: string): string {
  return spansOf(text).map((span) => span.text).join("");
}

/** Pictures that a text asks for and nobody has drawn; also what only looks like one. */
export function strangePictures(text: string, known: readonly string[]): string[] {
  return (text.match(/\{[^{}]*\}?/g) ?? []).filter((name) => !name.endsWith("}") || !known.includes(name.slice(1, -1)));
}

// A rulebook as the page draws it; `rulebook-plugin.ts` makes it from Markdown when the page is built.

/** Text that may state clauses of the rules. */
export interface Cell {
  clauses: string[];
  spans: Span[];
  /** Of a table's column: whose printed book it tells of. */
  edition?: string;
}

export type Block =
  | ({ kind: "heading"; level: number } & Cell)
  | ({ kind: "paragraph" } & Cell)
  | { kind: "list"; items: Cell[] }
  | { kind: "table"; head: Cell[]; rows: Cell[][] }
  /** `options` are the rules it is played by, where they are not the usual ones. */
  | { kind: "figure"; position: string; moves: string[]; options: Record<string, string>; caption: Span[] };
