/** What the coach is asked, as `docs/api.md` describes it. A chance is from 0 to 1; a change may be negative. */
import { isAnalysedHere, leaveAnalysis } from "../local/here";
import { hasCoach } from "../local/kernels";
import { isOfThisDevice } from "../local/messages";
import { ask, of, unlessCutOff } from "./api";
import type { AnalysisState, Hint, Seat } from "../generated/wire";

const analysisPath = (id: string) => `/api/analyses/${encodeURIComponent(id)}`;

export const coachApi = {
  hint: (table: string, seat: Seat, keys: string[]) => ask<Hint>("POST", `${of(table)}/hint`, { seat }, keys),
  analyseTable: (table: string, keys: string[]) => ask<AnalysisState>("POST", "/api/analyses", { table }, keys, isOfThisDevice(table)),
  /** At the server, which keeps it for others; where none is to be reached, here. */
  analyseRecord: (text: string, thorough = false) => {
    const asked = (here: boolean) => ask<AnalysisState>("POST", "/api/analyses", { text, thorough }, [], here);
    return hasCoach() ? unlessCutOff(() => asked(false), () => asked(true)) : asked(false);
  },
  /** `known`: the parts of the last answer, so that nothing is told twice. */
  analysis: (id: string, known = 0) => ask<AnalysisState>("GET", `${analysisPath(id)}${known ? `?known=${known}` : ""}`),
  /** Nobody looks at it any more. A server notices that by itself. */
  leave: leaveAnalysis,
  record: (id: string) => ask<string>("GET", `${analysisPath(id)}/record`),
};

/** An analysis has a name of its own, which no table has. */
export const isAnalysis = (id: string): boolean => /^[0-9a-f]{32}$/.test(id);

/** Others can be sent to an analysis, unless no server has it. */
export const isShared = (id: string): boolean => (isAnalysis(id) ? !isAnalysedHere(id) : !isOfThisDevice(id));

const STORED = "ewala.analysed.";

/** What it takes to have an analysis made again. */
export interface Kept {
  text: string;
  thorough: boolean;
}

/** Records are kept while the browser's tab is open: a server forgets an analysis sooner or later. */
export function keepRecord(id: string, text: string, thorough = false): void {
  try {
    sessionStorage.setItem(STORED + id, JSON.stringify({ text, thorough } satisfies Kept));
  } catch {
    // without room there is the server's
  }
}

export const keptRecord = (id: string): Kept | null => JSON.parse(sessionStorage.getItem(STORED + id) ?? "null") as Kept | null;
