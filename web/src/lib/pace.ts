/** How quickly what happens is shown: calmly, with time to read; briskly; or at once. It is no question of motion: where a
 * device asks for none, things still come one after another at the chosen pace. */
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
