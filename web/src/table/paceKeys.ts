/** The keys by which one goes through what happened. None of them is a letter, so that nobody presses one by mistake. */
import { nameOfKey, type KeyHelp } from "../lib/game";
import type { Playback } from "../lib/playback.svelte";
import { t } from "../lib/words.svelte";
import type { Looking } from "./lookBack.svelte";

type Pressed = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey" | "target">;

interface PaceKey extends KeyHelp {
  /** What it does now; nothing, if there is nothing to do. */
  act: (playback: Playback, looking: Looking, target: EventTarget | null) => (() => void) | undefined;
}

export const PACE_KEYS: readonly PaceKey[] = [
  {
    keys: [" "],
    caps: () => t("Space bar"),
    does: () => t("Stop what is being shown, or go on"),
    act: (playback, _, target) =>
      playback.looking || within(target, "button, a, summary, [role=button], [role=region]") ? undefined : () => (playback.paused ? playback.resume() : playback.pause()),
  },
  {
    keys: ["Shift+ArrowRight"],
    caps: () => t("Shift + →"),
    does: () => t("Show the next action; when looking back, the next move"),
    act: (playback, looking) => (playback.looking ? looking.beside(1) : playback.caughtUp ? undefined : () => playback.step()),
  },
  {
    keys: ["Shift+ArrowLeft"],
    caps: () => t("Shift + ←"),
    does: () => t("Show the last action once more; when looking back, the move before"),
    act: (playback, looking) => (playback.looking ? looking.beside(-1) : playback.repeatable ? () => playback.repeat() : undefined),
  },
  {
    keys: ["Shift+End"],
    caps: () => t("Shift + End"),
    does: () => t("To the present"),
    act: (playback) => (playback.caughtUp ? undefined : () => playback.skip()),
  },
  {
    keys: ["Escape"],
    caps: () => t("Esc"),
    does: () => t("Let go of what is chosen, close what is open, or come back to the present"),
    act: (playback) => (playback.looking ? () => playback.skip() : undefined),
  },
];

/** What a key does now; nothing, if it is not one of these or has another meaning where it was pressed. */
export function paceKey(event: Pressed, playback: Playback, looking: Looking): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || within(event.target, "input, textarea, select, dialog, [popover]")) return undefined;
  const name = nameOfKey(event);
  return PACE_KEYS.find(({ keys }) => keys.includes(name))?.act(playback, looking, event.target);
}

const within = (target: EventTarget | null, selector: string) => target instanceof Element && target.closest(selector) !== null;
