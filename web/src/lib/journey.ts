/** How far this device has come on the journey: whom somebody has beaten there, and when. It outlives the games themselves,
 * of which a device keeps the last ones only. */
const STORED = "ewala.journey";

/** What a station is called where it is kept. */
export const stationName = (game: string, bot: string): string => `${game}/${bot}`;

/** Whom one meets at a station. */
export const opponentAt = (station: string | undefined): string | undefined => station?.split("/")[1];

export function beaten(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, number>) : {};
  } catch {
    return {};
  }
}

/** The first time counts. */
export function noteBeaten(station: string, at = Date.now()): void {
  const known = beaten();
  if (!(station in known)) localStorage.setItem(STORED, JSON.stringify({ ...known, [station]: at }));
}

export function forgetJourney(): void {
  localStorage.removeItem(STORED);
}
