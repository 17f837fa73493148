/** Games that the coach of this device looks through: what is known of each so far, for whoever asks about it. */
import type { AnalysisState } from "../generated/wire";

/** What it takes (`AnalysisTask` in ewala/local/coaching.py). */
export interface AnalysisTask {
  name: string;
  text: string;
  thorough: boolean;
  language: string;
}

interface Looked {
  task: AnalysisTask;
  state: AnalysisState;
}

const ONE = /^\/api\/analyses\/([0-9a-f]{32})(\/record)?(?:\?known=(\d+))?$/;
const isOpen = ({ state }: Looked): boolean => state.status === "waiting" || state.status === "thinking";

export class Analyses {
  #looked = new Map<string, Looked>();

  /** `begin` has it made and lets `hear` hear of it; `stop` calls it off. */
  constructor(
    private readonly begin: (task: AnalysisTask, hear: (text: string) => void) => void,
    private readonly stop: (name: string) => void,
  ) {}

  has(name: string): boolean {
    return this.#looked.has(name);
  }

  /** Have it made, unless it is known or being made. It comes in words: in another language it is made anew. */
  want(task: AnalysisTask): void {
    const { name, thorough } = task;
    const before = this.#looked.get(name);
    if (before?.task.language === task.language && before.state.status !== "failed") return;
    this.leave(name);
    const status = [...this.#looked.values()].some(isOpen) ? "waiting" : "thinking";
    const looked: Looked = { task, state: { id: name, status, progress: 0, thorough, parts: 0, result: null, problem: null } };
    this.#looked.set(name, looked);
    this.begin(task, (text) => {
      const told = JSON.parse(text) as AnalysisState;
      looked.state = { ...told, result: told.result ?? looked.state.result };
    });
  }

  /** Nobody waits for it any more; what is done stays. */
  leave(name: string): void {
    const looked = this.#looked.get(name);
    if (!looked || !isOpen(looked)) return;
    this.#looked.delete(name);
    this.stop(name);
  }

  /** What a server would answer to whoever asks about it; nothing, if it was not made here. */
  answer(method: string, path: string, language: string): string | null {
    const [, name = "", record, known = "0"] = (method === "GET" && ONE.exec(path)) || [];
    const looked = this.#looked.get(name);
    if (!looked) return null;
    if (record) return looked.task.text;
    if (looked.task.language !== language) this.want({ ...looked.task, language });
    const { state } = this.#looked.get(name)!;
    if (state.status === "failed") this.#looked.delete(name); // whoever wants it after all has it made again
    return JSON.stringify({ ...state, result: state.parts > Number(known) || !state.parts ? state.result : null });
  }
}
