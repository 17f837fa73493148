/** A request that may be refused: whether it is under way, and the problem. Buttons come back to life whatever goes wrong; unforeseen errors are rethrown. */
import type { GameName, Problem } from "../generated/wire";
import { api, Refusal } from "./api";
import { t } from "./words.svelte";

export class Attempt {
  busy = $state(false);
  refused = $state.raw<Problem | null>(null);

  /** What was wrong, as a sentence; none if nothing was. */
  get problem(): string {
    return this.refused?.sentence ?? "";
  }

  /** Whether it was done. */
  async make(what: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.refused = null;
    try {
      await what();
      return true;
    } catch (error) {
      this.refused = problemOf(error);
      if (!(error instanceof Refusal)) throw error;
      return false;
    } finally {
      this.busy = false;
    }
  }
}

/** What is told of something that went wrong. */
export const saidOf = (error: unknown): string => problemOf(error).sentence;

function problemOf(error: unknown): Problem {
  return error instanceof Refusal ? error.problem : { code: "page/error", sentence: t("Something went wrong. Please try again.") };
}

// Whether the server would have a set-up: asked a moment after each change, so that its reason can be read while
// choosing.
const PAUSE = 250; // milliseconds of rest before asking

export class Check {
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  #timer = 0;
  #asked = 0;

  constructor(private readonly game: GameName) {}

  ask(options: Record<string, string>): void {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    this.busy = true;
    this.#timer = window.setTimeout(async () => {
      const problem = await this.#answer(options);
      if (asked !== this.#asked) return; // something was changed since
      this.problem = problem;
      this.busy = false;
    }, PAUSE);
  }

  async #answer(options: Record<string, string>): Promise<Problem | null> {
    try {
      await api.study(this.game, options);
    } catch (error) {
      // Without an answer nothing is refused: whoever makes the table will hear of it then.
      if (error instanceof Refusal && !/^(page|server)\//.test(error.problem.code)) return error.problem;
    }
    return null;
  }
}
