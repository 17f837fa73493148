/**
 * What somebody asks for, and may be refused: whether it is under way, and what was wrong with it. Whatever goes wrong, buttons come
 * back to life and a sentence says so; what nobody has foreseen is thrown on, so that it is seen by whoever looks for faults.
 */
import type { Problem } from "../wire";
import { Refusal } from "./api";
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
