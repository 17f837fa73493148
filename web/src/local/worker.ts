/** Answers what needs no table and so no server, on a thread of its own: records, positions, and where moves lead. */
import { answered, know, learn, Question } from "../generated/local/index.mjs";
import rules from "../generated/local/rules.json";
import type { Answered, Asked } from "./messages";

const CATALOGUES: Record<string, () => Promise<{ default: Record<string, string> }>> = {
  es: () => import("../generated/local/sentences.es.json"),
  fr: () => import("../generated/local/sentences.fr.json"),
  nl: () => import("../generated/local/sentences.nl.json"),
};
const learning = new Map<string, Promise<void>>();

for (const [game, digest] of Object.entries(rules)) know(game, digest);

/** A language's sentences are fetched when somebody first speaks it. */
function spoken(language: string): Promise<void> | undefined {
  const catalogue = CATALOGUES[language];
  if (catalogue && !learning.has(language)) learning.set(language, catalogue().then((found) => learn(language, found.default)));
  return learning.get(language);
}

addEventListener("message", ({ data: { id, method, path, body, language } }: MessageEvent<Asked>) => {
  void Promise.resolve(spoken(language)).then(() =>
    answered(Question(method, path, body, [], language), (status, text) => postMessage({ id, status, text } satisfies Answered)),
  );
});
