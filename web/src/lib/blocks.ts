/** A rulebook as the page draws it; `rulebook-plugin.ts` makes it from Markdown when the page is built. */

import type { Span } from "./spans";

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
