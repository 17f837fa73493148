/** What the coach says, as `docs/api.md` describes it. A chance is from 0 to 1; a change may be negative. */
import { ask, of } from "../lib/api";
import type { GameName, Problem, Seat } from "../lib/types";

export interface Better {
  move: string;
  words: string;
  /** The chance that it leaves whoever decides. */
  value: number;
  /** How often a good player makes it, where several are to be chosen from by lot. */
  often: number;
  /** The moves of the same turn that begin with it. */
  line: string[];
  line_words: string[];
}

export interface Hint {
  ply: number;
  seat: Seat;
  move: string;
  words: string;
  reason: string;
  moves: Better[];
  expected: Record<Seat, number>;
  sure: number;
}

export interface Sums {
  start: number;
  luck: number;
  own: number;
  others: number;
  re_estimated: number;
  result: number;
}

export interface Costly {
  /** How many moves came before the decision. */
  ply: number;
  seat: Seat;
  move: string;
  words: string;
  value: number;
  loss: number;
  /** What it cost somebody who had known what was hidden. */
  in_hindsight: number | null;
  better: Better[];
  reason: string;
}

export interface Analysed {
  game: GameName;
  seats: Seat[];
  names: Record<Seat, string>;
  finished: boolean;
  curve: Record<Seat, number[]>;
  sums: Record<Seat, Sums>;
  /** Dearest first. */
  costly: Costly[];
}

export interface AnalysisState {
  id: string;
  status: "waiting" | "thinking" | "done" | "failed";
  progress: number;
  /** Whether more is thought about every decision than is usual. */
  thorough: boolean;
  result: Analysed | null;
  problem: Problem | null;
}

const analysisPath = (id: string) => `/api/analyses/${encodeURIComponent(id)}`;

export const coachApi = {
  hint: (table: string, seat: Seat, keys: string[]) => ask<Hint>("POST", `${of(table)}/hint`, { seat }, keys),
  analyseTable: (table: string, keys: string[]) => ask<AnalysisState>("POST", "/api/analyses", { table }, keys),
  analyseRecord: (text: string, thorough = false) => ask<AnalysisState>("POST", "/api/analyses", { text, thorough }),
  analysis: (id: string) => ask<AnalysisState>("GET", analysisPath(id)),
  record: (id: string) => ask<string>("GET", `${analysisPath(id)}/record`),
};

/** An analysis has a name of its own, which no table has. */
export const isAnalysis = (id: string): boolean => /^[0-9a-f]{32}$/.test(id);

const STORED = "ewala.record.";

/** Records are kept while the browser's tab is open: a server forgets an analysis sooner or later. */
export function keepRecord(id: string, text: string): void {
  try {
    sessionStorage.setItem(STORED + id, text);
  } catch {
    // without room there is the server's
  }
}

export const keptRecord = (id: string): string => sessionStorage.getItem(STORED + id) ?? "";
