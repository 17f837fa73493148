/** The keys of the list are the keys that do something. */
import { beforeEach, expect, it, vi } from "vitest";
import { nameOfKey } from "../../src/lib/game";
import type { Playback } from "../../src/lib/playback.svelte";
import { type Looking, PACE_KEYS, paceKey } from "../../src/table/lookBack.svelte";

beforeEach(() => void vi.stubGlobal("Element", class {})); // nothing is pressed on anything

const KEYS = [..."abcdefghijklmnopqrstuvwxyz0123456789?/., ", "Enter", "Escape", "Tab", "Home", "End", "PageUp", "PageDown", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Delete", "F1"];
const pressed = (key: string, shiftKey: boolean) => ({ key, shiftKey, ctrlKey: false, metaKey: false, altKey: false, target: null });
const looking = { beside: () => () => {} } as unknown as Looking;
const states = [
  { looking: false, caughtUp: false, paused: false, repeatable: true },
  { looking: true, caughtUp: false, paused: false, repeatable: true },
  { looking: false, caughtUp: true, paused: false, repeatable: false },
] as unknown as Playback[];

it("does something with every key of the list at some time, and with no other", () => {
  const does = KEYS.flatMap((key) => [pressed(key, false), pressed(key, true)])
    .filter((event) => states.some((playback) => paceKey(event, playback, looking)))
    .map(nameOfKey);
  expect(does.sort()).toEqual(PACE_KEYS.flatMap(({ keys }) => keys).sort());
});

it("leaves keys to whoever is asked for more than one", () => {
  for (const held of ["ctrlKey", "metaKey", "altKey"]) {
    expect(paceKey({ ...pressed("ArrowRight", true), [held]: true }, states[0]!, looking)).toBeUndefined();
  }
});
