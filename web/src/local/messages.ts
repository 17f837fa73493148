
/** What goes to and fro between the page and its worker. */
export type ToWorker =
  | { kind: "ask"; id: number; method: string; path: string; body: string; keys: string[]; language: string }
  | { kind: "open"; line: number; table: string; language: string }
  | { kind: "say"; line: number; frame: string }
  | { kind: "close"; line: number }
  | { kind: "decided"; task: string; move: string }
  | { kind: "advised"; id: number; text: string }
  | { kind: "choose"; task: string }
  | { kind: "hint"; task: string }
  | { kind: "analyse"; task: string };

export interface Answered {
  kind: "answer";
  id: number;
  status: number;
  text: string;
}

export type FromWorker =
  | Answered
  | { kind: "frame"; line: number; frame: string }
  | { kind: "cut"; line: number }
  | { kind: "think"; task: string }
  | { kind: "stop"; task: string }
  | { kind: "advise"; id: number; task: string }
  | { kind: "review"; task: string }
  | { kind: "told"; text: string }
  | { kind: "thought"; text: string }
  | { kind: "failed"; reason: string };

/** Tables of this device have names that no server gives (`OF_THIS_DEVICE` in ewala/local/house.py). */
export const isOfThisDevice = (table: string): boolean => table.startsWith("0");

const NAMES = /\b0[2-9a-hjkmnp-z]{9}\b/g;

/** The tables of this device that a text speaks of. */
export const namedIn = (text: string): string[] => [...new Set(text.match(NAMES))];
