/** Looking back at a running table: which earlier position is shown, and how one gets to the others. */
import { api, Refusal } from "../lib/api";
import { nameOfKey, type KeyHelp } from "../lib/game";
import { keysOf, shownKeys } from "../lib/keys";
import type { Live } from "../lib/live.svelte";
import type { Playback, Step } from "../lib/playback.svelte";
import { t } from "../lib/words.svelte";
import { stepsOf } from "./story";

export class Looking {
  #fetched = new Map<number, Step>();

  constructor(
    private readonly live: () => Live,
    private readonly playback: () => Playback,
  ) {}

  /** The event whose position is looked at. */
  get seq(): number | null {
    return this.playback().looking ? (this.playback().shown?.seq ?? null) : null;
  }

  /** The moves that may be looked at: those that have been told. */
  #steps(): Step[] {
    const { told, caughtUp } = this.playback();
    return stepsOf(this.live().told).filter(({ seq }) => caughtUp || seq! <= told);
  }

  /** The line before the one that is looked at, or after it. */
  beside(way: -1 | 1): (() => void) | undefined {
    const steps = this.#steps();
    const at = steps.findIndex(({ seq }) => seq === this.seq);
    const step = at < 0 ? undefined : steps[at + way];
    return step && (() => this.at(step.seq!));
  }

  /** Look at where an event led. The last that was told is the present, if nothing waits. */
  at(seq: number): void {
    const [live, playback] = [this.live(), this.playback()];
    const steps = this.#steps();
    const step = steps.find((one) => one.seq === seq);
    if (!step) return;
    if (step === steps.at(-1) && !playback.waiting && !playback.walk) return playback.skip();
    const ready = this.#fetched.get(seq) ?? step;
    // Where several share a device, what one of them saw is not the others': the server says what all may see.
    const shared = live.you.length > 1 && !this.#fetched.has(seq);
    if (!shared) playback.look(ready);
    if (shared || !ready.position.explained) void this.#fetch(step, shared);
  }

  async #fetch(step: Step, wait: boolean): Promise<void> {
    const [live, playback] = [this.live(), this.playback()];
    try {
      const position = await api.lookBack(live.id, step.position.ply, shownKeys(keysOf(live.id)));
      const found = { ...step, position };
      this.#fetched.set(step.seq!, found);
      if (wait || this.seq === step.seq) playback.look(found);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error; // it stays as it is, less explained
    }
  }
}

// The keys by which one goes through what happened. None of them is a letter, so that nobody presses one by mistake.

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
