/** Whether the network is there: as the browser says, and as the server answers. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { network } from "../../src/lib/network.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  network.heard(true);
  vi.useRealTimers();
});

it("is away while the device has none", () => {
  dispatchEvent(new Event("offline"));
  expect(network.away).toBe(true);
  dispatchEvent(new Event("online"));
  expect(network.away).toBe(false);
});

it("is away when the server does not answer, until it does", async () => {
  const fetched = vi.fn(async () => Promise.reject(new TypeError("no line")));
  vi.stubGlobal("fetch", fetched);
  network.heard(false);
  network.heard(false);
  expect(network.away).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(network.away).toBe(true);
  vi.stubGlobal("fetch", async () => new Response("{}"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(network.away).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

it("is not missed where there is no server", () => {
  vi.stubGlobal("document", { ...document, querySelector: () => ({}) });
  dispatchEvent(new Event("offline"));
  expect(network.away).toBe(false);
  dispatchEvent(new Event("online"));
});
