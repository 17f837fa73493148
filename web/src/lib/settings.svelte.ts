/** What a reader has chosen for this browser. */
import type { GameName } from "../wire";
import { paceOf, STEP, stays, type Pace } from "./pace";

interface Settings {
  name: string;
  /** What one looks like (likeness.ts). */
  portrait: string;
  theme: "system" | "light" | "dark";
  volume: number;
  notify: boolean;
  /** As what the host knows this browser that is told something while the page is closed; "" if it is not (pushing.ts). */
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
