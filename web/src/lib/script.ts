/** A tutorial's script: what is said, what the learner is to do, what the others do meanwhile. */

export interface ScriptStep {
  id: string;
  /** The text's name in the words of each language. */
  say: string;
  /** Moves that lead on; null: reading is enough. */
  expect: { moves: string[] } | { any: true } | null;
  /** Moves that the tutorial makes itself before this step: rolls, opponents. */
  play?: string[];
  /** Another position to begin this step with. */
  position?: string;
  /** What to point at. */
  point?: string;
}

export interface Script {
  game: string;
  options: Record<string, unknown>;
  position: string;
  steps: ScriptStep[];
  /** What one knows at the end: names of texts. */
  learnt: string[];
}
