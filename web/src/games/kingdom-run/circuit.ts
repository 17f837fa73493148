/** A circuit's text (KR-10), taken apart and put together. Whether it may be raced on, the server says. */

import type { Details } from "../../generated/games/kingdom-run";

export interface Circuit {
  /** Spaces as `o` and `~`, with `|` where boards meet. */
  spaces: string;
  zones: { value: number; size: number }[];
  podium: number[];
}

export interface Placed {
  board: string;
  flipped: boolean;
}

export function placed(middle: string): Placed[] {
  return middle.split(",").map((text) => ({ board: text.replace("'", ""), flipped: text.endsWith("'") }));
}

export function middleText(boards: Placed[]): string {
  return boards.map(({ board, flipped }) => board + (flipped ? "'" : "")).join(",");
}

export function sideOf(given: Details, { board, flipped }: Placed): string {
  return given.boards[board]?.[flipped ? 1 : 0] ?? "";
}

export function laidOut(given: Details, middle: Placed[]): Circuit {
  const spaces = [given.start, ...middle.map((board) => sideOf(given, board)), given.finish].join("|");
  return { spaces, zones: given.zones, podium: given.podium };
}

export function circuitText({ spaces, zones, podium }: Circuit): string {
  return [spaces, zones.map(({ value, size }) => `${value}:${size}`).join(","), podium.join(",")].join(" ");
}

/** Each space with its number, its board, and the value of the zone it is in; 0 on the start board and past the zones. */
export function spacesOf({ spaces, zones }: Circuit): { number: number; lake: boolean; board: number; at: number; value: number; first: boolean }[] {
  const found = [];
  const worth = zones.flatMap(({ value, size }) => Array.from({ length: size }, (_, i) => ({ value, first: i === 0 })));
  let board = 0;
  let after = 0;
  for (const [at, sign] of [...spaces].entries()) {
    if (sign === "|") {
      board += 1;
      continue;
    }
    const zone = board === 0 ? undefined : worth[after++];
    found.push({ number: found.length + 1, lake: sign === "~", board, at, value: zone?.value ?? 0, first: zone?.first ?? false });
  }
  return found;
}

export function readCircuit(text: string): Circuit | null {
  const [spaces, zones, podium] = text.split(" ");
  if (!spaces || !zones || !podium) return null;
  return {
    spaces,
    zones: zones.split(",").map((zone) => {
      const [value = 0, size = 0] = zone.split(":").map(Number);
      return { value, size };
    }),
    podium: podium.split(",").map(Number),
  };
}
