/** A rulebook as the page draws it; `rulebook-plugin.ts` makes it from Markdown when the page is built. */

export interface Span {
  kind: "text" | "strong" | "em" | "code";
  text: string;
}

/** Text that may state clauses of the rules. */
export interface Cell {
  clauses: string[];
  spans: Span[];
}

export type Block =
  | ({ kind: "heading"; level: number } & Cell)
  | ({ kind: "paragraph" } & Cell)
  | { kind: "list"; items: Cell[] }
  | { kind: "table"; head: Cell[]; rows: Cell[][] }
  | { kind: "figure"; position: string; moves: string[]; caption: Span[] };
