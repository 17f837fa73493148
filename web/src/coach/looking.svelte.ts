/** An analysis that is asked for, and waited for until it is done. */
import { Refusal } from "../lib/api";
import type { Problem } from "../wire";
import { coachApi } from "../lib/coach";
import type { AnalysisState } from "../wire";

const PAUSE = 1_000; // milliseconds between two looks at how far it is

export class Looking {
  analysis = $state.raw<AnalysisState | null>(null);
  problem = $state.raw<Problem | null>(null);
  #timer = 0;
  #asked = 0;

  /** What comes of an earlier question is not heard any more. */
  async ask(question: () => Promise<AnalysisState>): Promise<void> {
    this.stop();
    this.problem = null;
    await this.#look(question, this.#asked);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asked++;
  }

  async #look(question: () => Promise<AnalysisState>, asked: number): Promise<void> {
    try {
      const answer = await question();
      if (asked !== this.#asked) return;
      this.analysis = answer;
      if (answer.status === "failed") this.problem = answer.problem;
      if (answer.status === "done" || answer.status === "failed") return;
      this.#timer = window.setTimeout(() => void this.#look(() => coachApi.analysis(answer.id), asked), PAUSE);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (asked === this.#asked) this.problem = error.problem;
    }
  }
}
