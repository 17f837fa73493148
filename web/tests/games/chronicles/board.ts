/** A position's text: slots by name, such as `{ "1a": "(O7)" }`. */
export function board(slots: Record<string, string>, turn: string, phase: string): string {
  const zones = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((zone) => `${slots[`${zone}a`] ?? "."}|${slots[`${zone}d`] ?? "."}`);
  return `block 312456789 ${zones.join("/")} O1,2:C- ${turn} ${phase}`;
}
