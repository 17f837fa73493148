/** What there is to explain in a position that a server sends without it: this device has the rules itself. */
import { answerHere } from "../local/here";
import type { Explanation, ExplanationRequest, Happened, Position, TableView } from "../generated/wire";
import type { Language } from "./words.svelte";

const WITHIN = 15_000; // milliseconds; a server is quicker than a device that takes longer

/** Null where this device cannot say: it has other rules, or cannot run them. */
export type Explain = (asked: ExplanationRequest, language: Language) => Promise<Explanation | null>;

export const explainHere: Explain = async (asked, language) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), WITHIN)));
  const answer = await Promise.race([answerHere("POST", "/api/explanations", asked, [], language, true), tooLate]);
  clearTimeout(timer);
  return answer?.ok ? ((await answer.json()) as Explanation) : null;
};

/** An event, with its position explained and with what the move brought about. */
export async function explainedEvent(explain: Explain, happened: Happened, table: TableView, before: Position | null, language: Language): Promise<Happened | null> {
  const { event, position } = happened;
  if (!position) return happened;
  const { game, parameters } = happened.table ?? table;
  const move = event.type === "moved" || event.type === "rolled" ? { before: before?.text ?? "", move: event.move } : {};
  const found = await explain({ game, parameters, position: position.text, ...move }, language);
  return found && { ...happened, more: found.more, position: { ...position, explained: found.explained } };
}

/** Does one thing after another; at once, unless one before it takes its time. */
export function inTurn(): (task: () => void | Promise<void>) => void {
  let last: Promise<void> | null = null;
  return (task) => {
    const done = last ? last.finally(task) : task();
    if (!done) return;
    last = done;
    void done.finally(() => {
      if (last === done) last = null;
    });
  };
}
