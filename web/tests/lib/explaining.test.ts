/** What there is to explain, asked of this device itself. */
import { afterEach, expect, it, vi } from "vitest";
import { inTurn } from "../../src/lib/explaining";

afterEach(() => vi.useRealTimers());

it("does one thing after another, and at once what need not wait", async () => {
  const next = inTurn();
  const done: string[] = [];
  next(() => void done.push("at once"));
  expect(done).toEqual(["at once"]);
  let finish = () => {};
  next(() => new Promise<void>((resolve) => (finish = resolve)).then(() => void done.push("slow")));
  next(() => void done.push("behind it"));
  expect(done).toEqual(["at once"]);
  finish();
  await vi.waitFor(() => expect(done).toEqual(["at once", "slow", "behind it"]));
  await Promise.resolve();
  next(() => void done.push("at once again"));
  expect(done.at(-1)).toBe("at once again");
});
