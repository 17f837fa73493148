/** A rulebook as the page draws it; `rulebook-plugin.ts` makes it from Markdown when the page is built. */

export interface Span {
  /** A mark says where a rule is from: "ruling", our choice, or "reconstruction". */
  kind: "text" | "strong" | "em" | "code" | "mark";
  text: string;
}

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
  | { kind: "figure"; position: string; moves: string[]; caption: Span[] };
