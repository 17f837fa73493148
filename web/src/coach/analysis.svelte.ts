/** An analysis that is asked for, and told part by part until it is done. */
import { Refusal } from "../lib/api";
import type { Problem } from "../generated/wire";
import { coachApi } from "../lib/coach";
import type { Analysed, AnalysisState } from "../generated/wire";

const PAUSE = 1_000; // milliseconds between two looks at how far it is
const AT_FIRST = 400; // as long as there is nothing to see

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

  /** Nobody looks any more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#asked++;
    if (this.analysis) coachApi.leave(this.analysis.id);
  }

  async #look(question: () => Promise<AnalysisState>, asked: number): Promise<void> {
    try {
      const answer = await question();
      if (asked !== this.#asked) return;
      this.analysis = answer.result ? answer : { ...answer, result: this.#known(answer.id) };
      if (answer.status === "failed") this.problem = answer.problem;
      if (answer.status === "done" || answer.status === "failed") return;
      const pause = this.analysis.result ? PAUSE : AT_FIRST;
      this.#timer = window.setTimeout(() => void this.#look(() => coachApi.analysis(answer.id, answer.parts), asked), pause);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (asked === this.#asked) this.problem = error.problem;
    }
  }

  /** What was told before, as long as there is no more. */
  #known(id: string): Analysed | null {
    return this.analysis?.id === id ? this.analysis.result : null;
  }
}
