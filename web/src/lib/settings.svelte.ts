/** What a reader has chosen for this browser. */
import type { GameName } from "../generated/wire";

/** How quickly what happens is shown. Without motion things still come one after another at this pace. */
const PACES = ["calm", "brisk", "instant"] as const;
export type Pace = (typeof PACES)[number];

/** What they were called once, in what a browser has kept. */
const FORMERLY: Record<string, Pace> = { quick: "brisk", none: "instant" };

export function paceOf(stored: string | undefined): Pace | null {
  return PACES.find((pace) => pace === stored) ?? FORMERLY[stored ?? ""] ?? null;
}

/** How long a step of an animation lasts, in milliseconds. */
export const STEP: Record<Pace, number> = { calm: 380, brisk: 200, instant: 0 };
/** How long an action of somebody else stays to be read, at the least. */
export const ACTION: Record<Pace, number> = { calm: 2_200, brisk: 900, instant: 0 };

/** How long an action stays whose movement takes so long. */
export function stays(pace: Pace, moving: number, own: boolean): number {
  return own ? moving : Math.max(ACTION[pace], moving);
}

/** Whoever lets a record run wants to see every position, also where nothing is waited for. */
export const GLIMPSE = 400;

interface Settings {
  name: string;
  /** What one looks like (likeness.ts). */
  portrait: string;
  theme: "system" | "light" | "dark";
  volume: number;
  notify: boolean;
  /** As what the host knows this browser that is told something while the page is closed; "" if it is not (push.ts). */
  told: string;
  pace: Pace;
  /** Which of the computer's players was chosen last. */
  opponents: Record<GameName, string>;
}

const STORED = "ewala.settings";
const DEFAULTS: Settings = { name: "", portrait: "", theme: "system", volume: 0.5, notify: false, told: "", pace: "brisk", opponents: {} };

function stored(): Settings {
  try {
    const chosen = JSON.parse(localStorage.getItem(STORED) ?? "{}") as Partial<Settings>;
    return { ...DEFAULTS, ...chosen, pace: paceOf(chosen.pace) ?? DEFAULTS.pace };
  } catch {
    return DEFAULTS;
  }
}

export const settings = $state<Settings>(stored());

export function choose(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  localStorage.setItem(STORED, JSON.stringify(settings));
  applyTheme();
}

export function applyTheme(): void {
  if (settings.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** How long a step of an animation lasts, in milliseconds; 0 where nothing may move. */
export function stepTime(): number {
  return still.matches ? 0 : STEP[settings.pace];
}

/** How long something stays on the board that lasts so many step times; one's own doing is not held for reading. */
export function stayTime(lasts: number, own = false): number {
  return stays(settings.pace, stepTime() * lasts, own);
}
