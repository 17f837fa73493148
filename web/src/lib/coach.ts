/** What the coach is asked, as `docs/api.md` describes it. A chance is from 0 to 1; a change may be negative. */
import { ask, of } from "./api";
import type { AnalysisState, Hint, Seat } from "../wire";

const analysisPath = (id: string) => `/api/analyses/${encodeURIComponent(id)}`;

export const coachApi = {
  hint: (table: string, seat: Seat, keys: string[]) => ask<Hint>("POST", `${of(table)}/hint`, { seat }, keys),
  analyseTable: (table: string, keys: string[]) => ask<AnalysisState>("POST", "/api/analyses", { table }, keys),
  analyseRecord: (text: string, thorough = false) => ask<AnalysisState>("POST", "/api/analyses", { text, thorough }),
  /** `known`: the parts of the last answer, so that nothing is told twice. */
  analysis: (id: string, known = 0) => ask<AnalysisState>("GET", `${analysisPath(id)}${known ? `?known=${known}` : ""}`),
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
