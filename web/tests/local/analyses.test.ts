/** What is known of games that this device looks through, for whoever asks as they would ask a server. */
import { beforeEach, expect, it } from "vitest";
import { Analyses, type AnalysisTask } from "../../src/local/analyses";
import type { AnalysisState } from "../../src/generated/wire";

const NAME = "0123456789abcdef".repeat(2);
const OTHER = "f".repeat(32);
const PATH = `/api/analyses/${NAME}`;
const task = (changes: Partial<AnalysisTask> = {}): AnalysisTask => ({ name: NAME, text: "a record", thorough: false, language: "en", ...changes });
const state = (changes: object) => JSON.stringify({ id: NAME, status: "thinking", progress: 0.5, thorough: false, parts: 0, result: null, problem: null, ...changes });

let begun: { task: AnalysisTask; hear: (text: string) => void }[];
let stopped: string[];
let analyses: Analyses;
const asked = (path = PATH, language = "en") => JSON.parse(analyses.answer("GET", path, language) ?? "null") as AnalysisState | null;

beforeEach(() => {
  [begun, stopped] = [[], []];
  analyses = new Analyses((task, hear) => begun.push({ task, hear }), (name) => stopped.push(name));
});

it("what was not made here is somebody else's to answer", () => {
  analyses.want(task());
  expect(analyses.answer("GET", `/api/analyses/${OTHER}`, "en")).toBeNull();
  expect(analyses.answer("POST", PATH, "en")).toBeNull();
  expect(analyses.answer("GET", "/api/analyses/more", "en")).toBeNull();
  expect([analyses.has(NAME), analyses.has(OTHER)]).toEqual([true, false]);
});

it("the same is made once, and another waits for it", () => {
  for (const name of [NAME, NAME, OTHER]) analyses.want(task({ name }));
  expect(begun.map(({ task }) => task.name)).toEqual([NAME, OTHER]);
  expect(asked()!.status).toBe("thinking");
  expect(asked(`/api/analyses/${OTHER}`)!.status).toBe("waiting");
});

it("what was told stays known while there is no more, and is not told twice", () => {
  analyses.want(task());
  begun[0]!.hear(state({ parts: 1, result: { version: 5 } }));
  begun[0]!.hear(state({ parts: 1, progress: 0.7 }));
  expect(asked()).toMatchObject({ progress: 0.7, parts: 1, result: { version: 5 } });
  expect(asked(`${PATH}?known=1`)).toMatchObject({ progress: 0.7, result: null });
  begun[0]!.hear(state({ status: "done", parts: 0, result: { version: 6 } }));
  expect(asked(`${PATH}?known=1`)).toMatchObject({ status: "done", result: { version: 6 } });
});

it("its record is there for whoever shows the board", () => {
  analyses.want(task());
  expect(analyses.answer("GET", `${PATH}/record`, "nl")).toBe("a record");
});

it("in another language it is made anew, as closely as before", () => {
  analyses.want(task({ thorough: true }));
  begun[0]!.hear(state({ status: "done", result: { version: 5 } }));
  expect(asked(PATH, "fr")).toMatchObject({ status: "thinking", thorough: true, result: null });
  expect(begun[1]!.task).toEqual(task({ thorough: true, language: "fr" }));
});

it("what nobody waits for is called off, and what is done stays", () => {
  for (const name of [NAME, OTHER]) analyses.want(task({ name }));
  begun[1]!.hear(state({ id: OTHER, status: "done", result: { version: 5 } }));
  for (const name of [NAME, OTHER, "unknown"]) analyses.leave(name);
  expect(stopped).toEqual([NAME]);
  expect([asked(), asked(`/api/analyses/${OTHER}`)?.status]).toEqual([null, "done"]);
});

it("a failure is told once, and then it can be made again", () => {
  analyses.want(task());
  begun[0]!.hear(state({ status: "failed", problem: { code: "analysis/failed", sentence: "it failed" } }));
  expect(asked()).toMatchObject({ status: "failed", problem: { code: "analysis/failed" } });
  expect(asked()).toBeNull();
  analyses.want(task());
  expect(begun).toHaveLength(2);
});
