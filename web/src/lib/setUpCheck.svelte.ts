/** Whether the server would have a set-up: asked a moment after each change, so that its reason can be read while choosing. */
import { api, Refusal } from "./api";
import type { GameName, Problem } from "../wire";

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
