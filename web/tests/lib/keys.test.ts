/** The keys that this browser holds. */
import { beforeEach, expect, it, vi } from "vitest";
import { bearer, forgetSeat, keysOf, knownTables, ownSeat, remember, shownKeys } from "../../src/lib/keys";

beforeEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

it("are none at a table where one was not", () => {
  expect(keysOf("t")).toEqual({ seats: {}, at: 0 });
});

it("add up, seat by seat", () => {
  remember("t", { host: "h", seats: { A: "a" } });
  remember("t", { watch: "w", seats: { B: "b" } });
  expect(keysOf("t")).toMatchObject({ host: "h", watch: "w", seats: { A: "a", B: "b" } });
});

it("of a seat can be forgotten without the others", () => {
  remember("t", { seats: { A: "a", B: "b" } });
  forgetSeat("t", "A");
  forgetSeat("elsewhere", "A");
  expect(keysOf("t").seats).toEqual({ B: "b" });
});

it("say whose seat is whose on a device: the owner's, or the only one", () => {
  expect(ownSeat(remember("one", { seats: { B: "b" } }))).toBe("B");
  expect(ownSeat(remember("several", { seats: { A: "a", B: "b" } }))).toBeUndefined();
  expect(ownSeat(remember("several", { own: "B" }))).toBe("B");
  forgetSeat("several", "B");
  expect(ownSeat(keysOf("several"))).toBe("A");
});

it("are remembered of the latest two hundred tables, the latest first", () => {
  vi.useFakeTimers();
  for (let n = 0; n < 203; n++) {
    vi.setSystemTime(1_000 + n);
    remember(`t${n}`, {});
  }
  const known = knownTables().map(({ id }) => id);
  expect([known.length, known[0], known.at(-1)]).toEqual([200, "t202", "t3"]);
});

it("are shown four at a time, seats first", () => {
  const keys = { seats: { A: "a", B: "b", C: "c", D: "d" }, host: "h", watch: "w", at: 0 };
  expect(bearer(keys)).toEqual(["a", "b", "c", "d"]);
  expect(bearer({ ...keys, seats: { A: "a" } })).toEqual(["a", "h"]);
});

it("to watch are shown only by who holds no other", () => {
  expect(shownKeys({ seats: { A: "a" }, watch: "w", at: 0 })).toEqual(["a"]);
  expect(shownKeys({ seats: {}, watch: "w", at: 0 })).toEqual(["w"]);
  expect(shownKeys({ seats: {}, at: 0 })).toEqual([]);
});

it("that cannot be read are none", () => {
  localStorage.setItem("ewala.keys", "{broken");
  expect(knownTables()).toEqual([]);
});
