/** What the server says, as `docs/api.md` describes it. */

export type GameName = "kingdom-run" | "chronicles-of-run";
export type Seat = string;
export type Language = "en" | "fr" | "es" | "nl";

export interface Problem {
  code: string;
  sentence: string;
  clause?: string;
  field?: string;
  column?: number;
  line?: number;
}

export interface Position {
  text: string;
  ply: number;
  scores: Record<Seat, number>;
  to_act?: Seat | null;
  /** Whose finished turn waits to be ended. */
  confirm?: Seat | null;
  /** The legal moves, if it is this device that must act. */
  moves?: string[];
  /** Milliseconds left. */
  clocks?: Record<Seat, number>;
  explained?: Explained;
}

export type Explained = KingdomRunExplained | ChroniclesExplained;

export interface TallyItem {
  kind: "podium" | "zone" | "tokens" | "pain" | "evil";
  at: number;
  points: number;
}

export interface Die {
  face: string;
  state: "ready" | "barred" | "spent";
  moves: string[];
  code?: string;
  clause?: string;
}

export interface KingdomRunExplained {
  tally: Record<Seat, TallyItem[]>;
  /** Where the runner of a legal move lands; one more than there are spaces: across the line. */
  landings: Record<string, number>;
  dice: Die[];
}

export interface Bonus {
  kind: "madness" | "deceit" | "justice";
  points: number;
  clause: string;
}

export interface Slot {
  side: Seat;
  rune: number | null;
  face: "up" | "down";
  printed?: number;
  bonuses?: Bonus[];
  destiny?: number;
}

export interface Zone {
  hex: number;
  power: number;
  winner: Seat | null;
  disputed: boolean;
  because: "destiny" | "fate" | null;
}

export interface ChroniclesExplained {
  hexes: [number, number][];
  tally: Record<Seat, TallyItem[]>;
  slots: Record<string, Slot>;
  zones: Record<string, Zone>;
  neighbours: Record<string, number[]>;
}

export interface Result {
  scores: Record<Seat, number>;
  winners: Seat[];
  ending: string;
  secret: string;
}

export interface SeatView {
  seat: Seat;
  kind: "open" | "person" | "bot" | "closed";
  name: string;
  bot: string;
  online: boolean;
  resigned: boolean;
  /** Whether this person agrees that everybody may ask the coach. */
  hints: boolean;
}

export interface Clock {
  kind: "none" | "real-time" | "correspondence";
  seconds: number;
  increment: number;
}

export interface TableView {
  id: string;
  game: GameName;
  title: string;
  status: "open" | "playing" | "over";
  parameters: Record<string, string>;
  clock: Clock;
  confirm: boolean;
  listed: boolean;
  seats: SeatView[];
  commitment: string;
  /** To what seats will add to the dice. */
  promises: Record<Seat, string>;
  /** What they have added. */
  entropy: Record<Seat, string>;
  /** Whose part of the dice is waited for: then the game starts. */
  to_show: Seat[];
  rematch: string;
  created_at: number;
  /** Whether anybody here may ask the coach. */
  hints: boolean;
}

export interface ChatLine {
  seat: Seat | null;
  name: string;
  text: string;
  at: number;
}

export interface TableEvent {
  type: string;
  at: number;
  seat?: Seat;
  move?: string;
  name?: string;
  text?: string;
  [field: string]: unknown;
}

export interface Snapshot {
  type: "snapshot";
  seq: number;
  table: TableView;
  you: Seat[];
  host: boolean;
  position: Position | null;
  log: string[];
  chat: ChatLine[];
  result: Result | null;
  /** The last events in words, oldest first. */
  told?: { seq: number; at: number; words: string }[];
}

export interface Happened {
  type: "happened";
  seq: number;
  event: TableEvent;
  words?: string;
  position?: Position;
  table?: TableView;
  result?: Result;
}

export interface Because extends Problem {
  type: "because";
  id: string;
  move: string;
}

export type ServerMessage =
  | Snapshot
  | Happened
  | Because
  | { type: "done"; id: string; seq: number }
  | ({ type: "refused"; id: string } & Problem)
  | { type: "presence"; online: Seat[]; watching: number }
  | { type: "storage"; state: "ok" | "slow" | "failing"; sentence: string }
  | { type: "pong"; id: string; seq: number }
  | ({ type: "closing" } & Problem);

export interface OptionView {
  name: string;
  clause: string;
  about: string;
  default: string | boolean | number;
  choices: string[];
}

export interface BotView {
  name: string;
  title: string;
  about: string;
  /** From 1, the gentlest, to 5; 0 for those that only serve to measure by. */
  level: number;
}

export interface GameView {
  name: GameName;
  title: string;
  editions: string[];
  endings: string[];
  options: OptionView[];
  refusals: Record<string, string>;
  bots: BotView[];
  details: Record<string, unknown>;
}

export interface Replay {
  game: GameName;
  title: string;
  parameters: Record<string, string>;
  seats: Record<Seat, string>;
  moves: string[];
  positions: string[];
  words: string[];
  explained: Explained[];
  comments: Record<string, string[]>;
  scores: Record<Seat, number>;
  winners: Seat[];
  verified: boolean;
  problem: Problem | null;
}

export interface StudyAnswer {
  game: GameName;
  parameters: Record<string, string>;
  positions: Position[];
  words: string[];
}
