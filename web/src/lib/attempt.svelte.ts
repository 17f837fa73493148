/**
 * What somebody asks for, and may be refused: whether it is under way, and what was wrong with it. Whatever goes wrong, buttons come
 * back to life and a sentence says so; what nobody has foreseen is thrown on, so that it is seen by whoever looks for faults.
 */
import { Refusal } from "./api";
import { t } from "./words.svelte";

export class Attempt {
  busy = $state(false);
  problem = $state("");

  /** Whether it was done. */
  async make(what: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.problem = "";
    try {
      await what();
      return true;
    } catch (error) {
      this.problem = saidOf(error);
      if (!(error instanceof Refusal)) throw error;
      return false;
    } finally {
      this.busy = false;
    }
  }
}

/** What is told of something that went wrong. */
export function saidOf(error: unknown): string {
  return error instanceof Refusal ? error.message : t("Something went wrong. Please try again.");
}
