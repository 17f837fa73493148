/** What is asked for and may be refused: buttons come back to life whatever happens, and a sentence says what was wrong. */
import { expect, it } from "vitest";
import { Refusal } from "../../src/lib/api";
import { Attempt } from "../../src/lib/attempt.svelte";

const refused = new Refusal({ code: "seat/taken", sentence: "Somebody sits there." });

it("is busy as long as it takes", async () => {
  const attempt = new Attempt();
  let finish = (): void => {};
  const made = attempt.make(() => new Promise<void>((done) => (finish = done)));
  expect(attempt.busy).toBe(true);
  finish();
  expect(await made).toBe(true);
  expect(attempt.busy).toBe(false);
});

it("says what it was refused for, until the next try", async () => {
  const attempt = new Attempt();
  expect(await attempt.make(() => Promise.reject(refused))).toBe(false);
  expect([attempt.problem, attempt.busy]).toEqual(["Somebody sits there.", false]);
  expect(await attempt.make(async () => {})).toBe(true);
  expect(attempt.problem).toBe("");
});

it("what nobody has foreseen leaves no dead button, and is not hidden", async () => {
  const attempt = new Attempt();
  await expect(attempt.make(() => Promise.reject(new TypeError("a fault of ours")))).rejects.toThrow("a fault of ours");
  expect([attempt.problem, attempt.busy]).toEqual(["Something went wrong. Please try again.", false]);
});
