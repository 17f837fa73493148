/** Reads the texts of circuits and positions (KR-10). Only their form stands here, none of their rules. */
import type { Outcome } from "../../lib/dice";

export const CLANS = ["K", "S", "F", "G"] as const;
export const FACES = ["D", "C", "B", "V", "L", "X"] as const;
export type Clan = (typeof CLANS)[number];
export type Face = (typeof FACES)[number];

export interface Space {
  number: number;
  lake: boolean;
  /** What a runner here is worth. */
  value: number;
  /** Which zone it belongs to; -1 for the start board. */
  zone: number;
  /** The first space of a board, where two of them meet. */
  seam: boolean;
}

export interface CircuitText {
  spaces: Space[];
  zones: { value: number; first: number; last: number }[];
  prizes: number[];
}

const START_SPACES = 4;

export function readCircuit(text: string): CircuitText {
  const [ground = "", zoneTexts = "", prizes = ""] = text.split(" ");
  const zones: CircuitText["zones"] = [];
  let first = START_SPACES + 1;
  for (const zone of zoneTexts.split(",")) {
    const [value, size] = zone.split(":").map(Number);
    zones.push({ value: value!, first, last: first + size! - 1 });
    first += size!;
  }
  const spaces: Space[] = [];
  let seam = false;
  for (const sign of ground) {
    if (sign === "|") {
      seam = true;
      continue;
    }
    const number = spaces.length + 1;
    const zone = zones.findIndex((one) => one.first <= number && number <= one.last);
    spaces.push({ number, lake: sign === "~", value: zones[zone]?.value ?? 0, zone, seam });
    seam = false;
  }
  return { spaces, zones, prizes: prizes.split(",").map(Number) };
}

export interface Race {
  /** Runners by space, capitals awake. */
  spaces: string[];
  podium: string;
  tokens: Record<string, number>;
  players: Clan[];
  seat: Clan;
  phase: "roll" | "keep" | "again" | "act" | "sow" | "over";
  /** Dice that lie there unspent. */
  faces: Face[];
  /** What has been paid this turn; a small letter was paid by a copy. */
  done: string;
  /** How many dice are about to be rolled again. */
  rolling: number;
  /** The space that is being disbanded. */
  origin: number;
}

export function readRace(text: string): Race {
  const [spaces = "", podium = "", tokens = "", players = "", seat = "", phase = ""] = text.split(" ");
  const [kind = "", faces = "-", third = "-", way = ""] = phase.split(":");
  const some = (letters: string) => (letters === "-" ? "" : letters);
  const counts = tokens.split(",").map(Number);
  return {
    spaces: spaces.split("/").map(some),
    podium: some(podium),
    tokens: Object.fromEntries([...players].map((clan, index) => [clan, counts[index] ?? 0])),
    players: [...players] as Clan[],
    seat: seat as Clan,
    phase: kind as Race["phase"],
    faces: [...some(faces)] as Face[],
    done: kind === "again" ? "" : some(third),
    rolling: kind === "again" ? Number(third) : kind === "roll" ? 4 : 0,
    origin: Number(way.split(">")[0] ?? 0),
  };
}

export interface MoveText {
  text: string;
  /** The action's face; "+" goes on disbanding. */
  action: Face | "+" | "." | "r" | "end";
  space: number;
  /** The runner as it stands there, or the player to rob. */
  runner: string;
}

export function readMove(text: string, race: Race): MoveText {
  if (text === "end" || text === ".") return { text, action: text, space: 0, runner: "" };
  const action = text[0] as MoveText["action"];
  if (action === "r") return { text, action, space: 0, runner: "" };
  if (action === "+") return { text, action, space: race.origin, runner: text.slice(1) };
  if (action === "V") return { text, action, space: 0, runner: text.slice(2) };
  return { text, action, space: Number(text.slice(1, -1)), runner: text.slice(-1) };
}

/** The reroll of some of the dice, in the order that a move's text has. */
export function rerollText(faces: Face[]): string {
  const inOrder = FACES.flatMap((face) => faces.filter((one) => one === face));
  return `r:${inOrder.join("") || "-"}`;
}

/** The handfuls of dice, as in a dictionary, and in how many ordered rolls each comes up. */
function handfuls(size: number, faces: readonly Face[] = FACES): Outcome[] {
  if (size === 0) return [["", 1]];
  if (!faces.length) return [];
  const found: Outcome[] = [];
  let ways = 1; // to choose which of the dice show the first face
  const counted: Outcome[][] = [];
  for (let count = 0; count <= size; count++) {
    counted.push(handfuls(size - count, faces.slice(1)).map(([rest, weight]) => [faces[0]!.repeat(count) + rest, ways * weight]));
    ways = (ways * (size - count)) / (count + 1);
  }
  for (const some of counted.reverse()) found.push(...some);
  return found;
}

/** Of a handful that came up, only how many dice it has is looked at. */
export function outcomes(drawn: string): Outcome[] {
  return handfuls(drawn.length);
}
