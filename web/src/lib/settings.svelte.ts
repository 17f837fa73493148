/** What a reader has chosen for this browser. */
import type { GameName } from "../wire";

interface Settings {
  name: string;
  theme: "system" | "light" | "dark";
  volume: number;
  notify: boolean;
  /** How quickly things move; 0 shows results at once. */
  pace: "calm" | "quick" | "none";
  /** Which of the computer's players was chosen last. */
  opponents: Record<GameName, string>;
}

const STORED = "ewala.settings";
const DEFAULTS: Settings = { name: "", theme: "system", volume: 0.5, notify: false, pace: "calm", opponents: {} };

function stored(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(STORED) ?? "{}") as Partial<Settings>) };
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

/** What part of its time a step takes now: less when much has to be shown. */
export const tempo = $state({ factor: 1 });

/** How long a step of an animation lasts, in milliseconds; 0 where nothing may move. */
export function stepTime(): number {
  if (still.matches || settings.pace === "none") return 0;
  return Math.round((settings.pace === "quick" ? 180 : 380) * tempo.factor);
}
