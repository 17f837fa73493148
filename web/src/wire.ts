/** Written by tools/wire_types.py from the server's messages: change it there. */

export type Seat = string;
export type GameName = string;

/** The first frame: who one is, and since which event one needs to hear. */
export interface Hello {
  type: "hello";
  keys?: string[];
  watch?: string;
  since?: number | null;
  language?: string;
  /** Whether positions are to come with what there is to explain in them. */
  explained?: boolean;
}

export interface MakeMove {
  type: "move";
  id: string;
  seat: string;
  move: string;
  ply: number;
}

export interface TakeBack {
  type: "take-back";
  id: string;
  seat: string;
}

export interface Confirm {
  type: "confirm";
  id: string;
  seat: string;
}

export interface Resign {
  type: "resign";
  id: string;
  seat: string;
}

export interface ComeBack {
  type: "come-back";
  id: string;
  seat: string;
}

/** To show what the seat has promised to add to the dice, when it is asked for. */
export interface ShowPart {
  type: "show-part";
  id: string;
  seat: string;
  part: string;
}

/** To agree that everybody at the table may ask the coach, or not any more. */
export interface AllowHints {
  type: "allow-hints";
  id: string;
  seat: string;
  allow?: boolean;
}

export interface Say {
  type: "say";
  id: string;
  text: string;
  seat?: string | null;
}

export interface Mute {
  type: "mute";
  muted: boolean;
}

/** Why a move is not possible now. */
export interface WhyNot {
  type: "why";
  id: string;
  move: string;
}

export interface Ping {
  type: "ping";
  id?: string;
}

export interface Snapshot {
  type: "snapshot";
  seq: number;
  table: TableView;
  you: string[];
  host: boolean;
  position: Position | null;
  /** The moves so far, as this viewer sees them. */
  log: string[];
  chat: ChatLine[];
  result: Result | null;
  /** The last ones, for those who asked for explanations. */
  told?: EventInWords[];
}

export interface TableView {
  id: string;
  game: string;
  title: string;
  status: "open" | "over" | "playing";
  parameters: Record<string, string>;
  clock: Clock;
  confirm: boolean;
  listed: boolean;
  seats: SeatView[];
  commitment: string;
  /** To what seats will add to the dice. */
  promises: Record<string, string>;
  /** What they have added. */
  entropy: Record<string, string>;
  /** Whose part of the dice is waited for: then the game starts. */
  to_show: string[];
  /** The table at which it is played, once somebody would like one. */
  rematch: string;
  /** Where those who have sat here sit there. */
  rematch_seats: Record<string, string>;
  /** Whether it starts by itself when the last seat is taken. */
  at_once: boolean;
  /** Whether how it ends counts for the ratings of whoever plays. */
  rated: boolean;
  created_at: number;
  /** Whether anybody here may ask the coach. */
  hints: boolean;
}

/** How time is given: `real-time` for the whole game with an increment a turn, or `correspondence` for each turn. */
export interface Clock {
  kind: "correspondence" | "none" | "real-time";
  seconds: number;
  increment: number;
}

export interface SeatView {
  seat: string;
  kind: "bot" | "closed" | "open" | "person";
  name: string;
  bot: string;
  online: boolean;
  resigned: boolean;
  /** Whether this person agrees that everybody may ask the coach. */
  hints: boolean;
  /** Whether this person would like a rematch. */
  again: boolean;
  /** The parts of which this person wants to be drawn, by their names; empty if they chose none. */
  portrait: string;
}

/** A position as one viewer may know it. */
export interface Position {
  text: string;
  ply: number;
  scores: Record<string, number>;
  to_act?: string;
  /** Whose finished turn waits to be ended. */
  confirm?: string;
  /** The legal ones, if it is the viewer who must act. */
  moves?: string[];
  /** Milliseconds left. */
  clocks?: Record<string, number>;
  /** What the game says of it, for those who asked. */
  explained?: Record<string, unknown>;
}

/** What somebody at the table said; without a seat it was the host. */
export interface ChatLine {
  seat: string | null;
  name: string;
  text: string;
  at: number;
}

export interface Result {
  scores: Record<string, number>;
  winners: string[];
  /** One of the game's, or "resignation". */
  ending: string;
  /** Of the dice, in hexadecimal. */
  secret: string;
}

/** An event in a sentence. */
export interface EventInWords {
  seq: number;
  at: number;
  words: string;
  /** Of a move that stands: the how-manieth it was. */
  ply?: number;
}

/** An event as everybody who knows the same is told of it; where it led to a position, `position` is added. */
export interface Happened {
  type: "happened";
  seq: number;
  /** As it is stored, or a SeenMove. */
  event: Created | SatDown | BotSat | StoodUp | Closed | PartsAsked | PartShown | PartMissed | Started | Rolled | TakenBack | Confirmed | Resigned | Replaced | Returned | ClocksStood | BrokenOff | HintsAllowed | RematchOffered | RematchWished | Said | SeenMove;
  /** The event in a sentence. */
  words?: string;
  /** What a move brought about, for those who asked for explanations. */
  more?: string[];
  table?: TableView;
  result?: Result;
  position?: Position;
}

export interface Created {
  type: "created";
  /** Milliseconds since 1970. */
  at: number;
  game: string;
  /** Every rule parameter, as in a record. */
  parameters: Record<string, string>;
  settings: Settings;
  /** To the dice's secret. */
  commitment: string;
  /** The game starts with the last seat that is taken, as a rematch does. */
  at_once?: boolean;
  /** From which it is played, if not from the game's first. */
  position?: string;
  /** How it ends counts for the ratings of whoever plays. */
  rated?: boolean;
  /** Whoever wants to play now may take a free seat. */
  for_anyone?: boolean;
}

/** What the host chooses besides the rules. */
export interface Settings {
  clock: Clock;
  /** A turn ends when its player says so. */
  confirm: boolean;
  /** Shown among the open tables. */
  listed: boolean;
  title: string;
}

export interface SatDown {
  type: "sat-down";
  /** Milliseconds since 1970. */
  at: number;
  seat: string;
  name: string;
  /** To the part that the seat will add to the dice. */
  promise: string;
  /** Added at once and unpromised, as it was before there were promises. */
  entropy: string;
  /** The parts it is drawn of, by their names; none for most. */
  portrait: string;
}

export interface BotSat {
  type: "bot-sat";
  /** Milliseconds since 1970. */
  at: number;
  seat: string;
  bot: string;
}

export interface StoodUp {
  type: "stood-up";
  /** Milliseconds since 1970. */
  at: number;
  seat: string;
}

/** The seat is not played. */
export interface Closed {
  type: "closed";
  /** Milliseconds since 1970. */
  at: number;
  seat: string;
}

/** Seats are closed now, and whoever has promised a part of the dice is to show it: then the game starts. */
export interface PartsAsked {
  type: "parts-asked";
  /** Milliseconds since 1970. */
  at: number;
}

export interface PartShown {
  type: "part-shown";
  /** Milliseconds since 1970. */
  at: number;
  seat: string;
  part: string;
}

/** The seat has not shown its part in time: the dice are rolled without it. */
export interface PartMissed {
  type: "part-missed";
  /** Milliseconds since 1970. */
  at: number;
  seat: string;
}

export interface Started {
  type: "started";
  /** Milliseconds since 1970. */
  at: number;
  /** As they are now that seats are closed and lots drawn. */
  parameters: Record<string, string>;
}

export interface Rolled {
  type: "rolled";
  /** Milliseconds since 1970. */
  at: number;
  move: string;
}

export interface TakenBack {
  type: "taken-back";
  /** Milliseconds since 1970. */
  at: number;
  seat: string;
}

export interface Confirmed {
  type: "confirmed";
  /** Milliseconds since 1970. */
  at: number;
  seat: string;
}

export interface Resigned {
  type: "resigned";
  /** Milliseconds since 1970. */
  at: number;
  seat: string;
}

/** A bot plays for a person. */
export interface Replaced {
  type: "replaced";
  /** Milliseconds since 1970. */
  at: number;
  seat: string;
  bot: string;
  because: "clock" | "host" | "resigned";
}

export interface Returned {
  type: "returned";
  /** Milliseconds since 1970. */
  at: number;
  seat: string;
}

/** The server, or its database, was away until `at`: nobody's clock ran meanwhile. */
export interface ClocksStood {
  type: "clocks-stood";
  /** Milliseconds since 1970. */
  at: number;
  /** Milliseconds since 1970. */
  since: number;
}

/** Whoever runs the server has closed the table: nothing more happens there. */
export interface BrokenOff {
  type: "broken-off";
  /** Milliseconds since 1970. */
  at: number;
  /** To those at it. */
  note: string;
}

/** A person agrees that everybody may ask the coach, or does not any more. */
export interface HintsAllowed {
  type: "hints-allowed";
  /** Milliseconds since 1970. */
  at: number;
  seat: string;
  allowed: boolean;
}

export interface RematchOffered {
  type: "rematch-offered";
  /** Milliseconds since 1970. */
  at: number;
  /** At which it will be played. */
  table: string;
  /** Where those who have sat here sit there. */
  seats: Record<string, string>;
}

/** A person would like a rematch. */
export interface RematchWished {
  type: "rematch-wished";
  /** Milliseconds since 1970. */
  at: number;
  seat: string;
}

export interface Said {
  type: "said";
  /** Milliseconds since 1970. */
  at: number;
  seat: string | null;
  name: string;
  text: string;
}

/** A move as somebody sees it. */
export interface SeenMove {
  type: "moved";
  at: number;
  seat: string;
  move: string;
}

export interface Done {
  type: "done";
  id: string;
  seq: number;
}

export interface Refused {
  type: "refused";
  id: string;
  code: string;
  sentence: string;
  clause?: string;
}

/** The answer to `why`: no code if the move is legal. */
export interface Because {
  type: "because";
  id: string;
  move: string;
  code?: string;
  clause?: string;
  sentence?: string;
}

export interface Presence {
  type: "presence";
  online: string[];
  watching: number;
}

export interface Pong {
  type: "pong";
  id: string;
  seq: number;
}

/** How the server's database is, told when that changes, and to whoever comes while it is not `ok`. */
export interface StorageNotice {
  type: "storage";
  state: "failing" | "ok" | "slow";
  sentence: string;
}

/** What the host has to say to everybody, told when that changes; before, `/api/house` has it. */
export interface HouseNotice {
  type: "house";
  announcements: Announcement[];
}

/** What the host has to say to everybody, in the language in which it was written. */
export interface Announcement {
  id: number;
  at: number;
  /** For good, if none. */
  until: number | null;
  language: string;
  text: string;
}

export interface Closing {
  type: "closing";
  code: string;
  sentence: string;
}

/** A table to be made: the game, its options by name, the table's settings. */
export interface TableRequest {
  game: string;
  options?: Record<string, string | boolean>;
  settings?: Partial<Settings>;
  position?: string;
  rated?: boolean;
}

export interface JoinRequest {
  name: string;
  promise?: string;
  portrait?: string;
  rematch_of?: string;
}

/** A position and moves from it, chance moves too: on a study board, whoever asks is chance as well. */
export interface StudyRequest {
  game: string;
  options?: Record<string, string | boolean>;
  position?: string;
  moves?: string[];
  viewer?: string;
  drawn?: boolean;
}

export interface HintRequest {
  seat?: string | null;
}

/** A game to be looked through: a record's text, or a table whose game is over; one of them. */
export interface AnalysisRequest {
  text?: string;
  table?: string;
  thorough?: boolean;
}

/** What somebody wants to be known by. */
export interface ProfileRequest {
  name: string;
  portrait?: string;
  language?: string;
}

/** Somebody new: a profile, and the key of the device that says so, which signs `ewala person CHALLENGE`. */
export interface NewPerson {
  profile: Partial<ProfileRequest>;
  key: string;
  challenge: string;
  signature: string;
  label?: string;
}

/** Who has the key that is known by this name: it signs `ewala person CHALLENGE`. */
export interface Proof {
  key: string;
  challenge: string;
  signature: string;
}

/** Somebody who has a code, and the key of the device that is theirs from now on. */
export interface CodeRequest {
  code: string;
  key: string;
  challenge: string;
  signature: string;
  label?: string;
}

/** Somebody who has a passkey, and the key of the device that is theirs from now on. */
export interface PasskeyProof {
  credential: Record<string, unknown>;
  key: string;
  challenge: string;
  signature: string;
  label?: string;
}

/** A passkey that was just made. */
export interface NewPasskeyRequest {
  credential: Record<string, unknown>;
  label?: string;
}

/** A browser that is to be told. */
export interface SubscriptionRequest {
  endpoint: string;
  keys: Partial<SubscriptionKeys>;
  label?: string;
}

/** By which messages are encrypted, as a browser's `PushSubscription` has them. */
export interface SubscriptionKeys {
  p256dh: string;
  auth: string;
}

/** A program of one's own that is to be told. */
export interface WebhookRequest {
  address: string;
}

export interface SeatKey {
  key: string;
}

/** An evening to be opened: of rounds, or an arena that goes on for so many minutes. */
export interface EveningRequest {
  name: string;
  game: string;
  options?: Record<string, string | boolean>;
  settings?: Partial<Settings>;
  kind?: "arena" | "rounds";
  best?: number;
  rounds?: number;
  minutes?: number;
}

export interface GuestRequest {
  name: string;
}

export interface StandInRequest {
  who: string;
}

/** A game that you have played without a server: its record, to the end, and which seat was yours. */
export interface LocalGame {
  text: string;
  seat: string;
  ended_at?: number;
}

export interface AnnounceRequest {
  text: string;
  language?: string;
  minutes?: number;
}

export interface RulesRequest {
  text: string;
  language?: string;
}

export interface LimitsRequest {
  most_tables?: number;
  rated?: boolean;
  evenings?: boolean;
  lobby?: boolean;
}

/** What is told of an error. */
export interface Problem {
  code: string;
  sentence: string;
  clause?: string;
  field?: string;
  column?: number;
  line?: number;
}

/** A new table and the keys that only its maker is told. Keep them out of addresses that a server sees. */
export interface MadeTable {
  table: TableView;
  host_key: string;
  watch_key: string;
}

export interface JoinedSeat {
  seat: string;
  key: string;
  seq: number;
}

/** The table of a rematch, and where those who have sat here sit there. Whoever hosts or watches keeps the key. */
export interface Rematch {
  table: TableView;
  seats: Record<string, string>;
}

export interface GameView {
  name: string;
  title: string;
  seats: SideView[];
  /** Players. */
  fewest: number;
  most: number;
  editions: string[];
  endings: string[];
  options: OptionView[];
  /** Code -> sentence. */
  refusals: Record<string, string>;
  bots: BotView[];
  /** What it is made of. */
  details: Record<string, unknown>;
}

export interface SideView {
  seat: string;
  /** What it stands for: a clan, a side. */
  name: string;
}

export interface OptionView {
  name: string;
  clause: string;
  about: string;
  default: string | boolean;
  choices: string[];
}

export interface BotView {
  name: string;
  title: string;
  about: string;
  /** From 1, the gentlest, to 5; 0 for those that only serve to measure by. */
  level: number;
}

/** A record, position by position; of a damaged one, what stands before the damage. */
export interface Replay {
  game: string;
  title: string;
  parameters: Record<string, string>;
  seats: Record<string, string>;
  moves: string[];
  positions: string[];
  /** A sentence for each move. */
  words: string[];
  /** What each brought about. */
  more: string[][];
  /** What there is to point at in each position; of a story, in its last ones. */
  explained: (Record<string, unknown>)[];
  comments: Record<string, string[]>;
  scores: Record<string, number>;
  winners: string[];
  verified: boolean;
  problem: Problem | null;
  /** Who must act in each position; "" where chance must, or nobody. */
  to_act: string[];
  /** The scores in each position. */
  standings: (Record<string, number>)[];
  over: boolean;
  /** Each position, if that was asked for. */
  drawn: Drawn[];
}

export interface Drawn {
  ply: number;
  /** As text. */
  board: string;
  /** SVG. */
  picture: string;
  /** The legal ones in words, if it is the viewer who must act. */
  moves: Record<string, string>;
}

export interface StudyAnswer {
  game: string;
  /** Of the position, which may bring its own seats or layout. */
  parameters: Record<string, string>;
  /** Before the first move, then after each. */
  positions: Position[];
  /** A sentence for each move. */
  words: string[];
  /** Each position, if that was asked for. */
  drawn: Drawn[];
}

/** What the coach whispers: the best move, and how good the others are. */
export interface Hint {
  ply: number;
  seat: string;
  move: string;
  words: string;
  /** The move and its reason, in one sentence. */
  advice: string;
  /** All that speaks for it. */
  reason: string;
  line: string[];
  moves: Better[];
  expected: Record<string, number>;
  sure: number;
}

/** A move that could have been made, or can be. */
export interface Better {
  move: string;
  words: string;
  value: number;
  often: number;
  line: string[];
  line_words: string[];
}

/** How far an analysis is; `result` as soon as there is something to tell, `problem` if it failed. */
export interface AnalysisState {
  id: string;
  status: "done" | "failed" | "thinking" | "waiting";
  progress: number;
  thorough: boolean;
  /** How often there was more to tell while it is made; 0 once it is whole. */
  parts: number;
  result: Analysed | null;
  problem: Problem | null;
}

/** An analysis; the field names are those of `ewala.kit.analysis.Analysis`. */
export interface Analysed {
  version: number;
  game: string;
  seats: string[];
  names: Record<string, string>;
  /** The seats that no bot of the roster played. */
  people: string[];
  finished: boolean;
  curve: Record<string, number[]>;
  sums: Record<string, Sums>;
  mistakes: Record<string, Mistakes>;
  steps: Step[];
  costly: Costly[];
}

/** A seat's result, and the parts that add up to it. */
export interface Sums {
  start: number;
  luck: number;
  /** What the seat's own decisions cost it: at most 0. */
  own: number;
  /** What the others' decisions brought it. */
  others: number;
  /** Where a closer look at the same position thought otherwise. */
  re_estimated: number;
  /** 1 for a win, 0 for a defeat; of an unfinished game, the last chance. */
  result: number;
}

/** How a seat decided, all in all. */
export interface Mistakes {
  decisions: number;
  slips: number;
  mistakes: number;
  blunders: number;
  /** What a decision cost. */
  average: number;
  /** From 0 to 1, which means that nothing was lost; nothing decided is nothing lost. */
  accuracy: number;
}

/** A move and how it changed each seat's chance; a seat that is not named is not changed. */
export interface Step {
  /** How many moves came before it. */
  ply: number;
  /** Who decided; "" if chance did. */
  seat: string;
  move: string;
  kind: "chance" | "decision";
  luck: Record<string, number>;
  decision: Record<string, number>;
  re_estimated: Record<string, number>;
  /** What the decision cost whoever decided: at least 0. */
  loss: number;
  /** Likewise, for somebody who had known what was hidden. */
  in_hindsight: number | null;
}

/** A decision that cost something. */
export interface Costly {
  ply: number;
  seat: string;
  move: string;
  words: string;
  value: number;
  loss: number;
  size: "blunder" | "mistake" | "slip";
  in_hindsight: number | null;
  better: Better[];
  reason: string;
}

export interface Challenge {
  challenge: string;
}

/** Who you are, and what to show when you ask about yourself: `Authorization: Bearer TOKEN`. */
export interface Proved {
  person: string;
  profile: Profile;
  token: string;
  until: number;
}

/** What somebody wants to be known by. */
export interface Profile {
  name: string;
  portrait: string;
  language: string;
}

/** Who somebody is, as they themselves may know it. */
export interface PersonView {
  person: string;
  profile: Profile;
  created_at: number;
  keys: KeyView[];
}

/** One of the keys by which somebody proves who they are. */
export interface KeyView {
  id: string;
  kind: "device" | "passkey" | "recovery";
  label: string;
  created_at: number;
  used_at: number;
}

/** To be printed: it is shown once, and takes the place of the last one. */
export interface RecoveryCode {
  code: string;
}

/** For another device: good once. */
export interface PairingCode {
  code: string;
  until: number;
}

/** What the browser's own functions take, as JSON. */
export interface PasskeyOptions {
  options: Record<string, unknown>;
}

/** All that this server keeps of a person. */
export interface Everything {
  person: PersonView;
  seats: SeatTaken[];
  games: Played[];
  pairing_until: number | null;
  ratings: PersonRating[];
  push: SubscriptionView[];
  webhook: WebhookView;
  wishes: NotificationPreferences;
  notices: Notice[];
  mail: MailView;
  invitations: Invited;
}

export interface SeatTaken {
  table: string;
  seat: string;
}

/** A game of somebody's; one that was broken off is over without a result. */
export interface Played {
  table: string;
  game: string;
  players: number;
  seat: string;
  status: "over" | "playing" | "waiting";
  mine_to_move: boolean;
  with: Opponent[];
  started_at: number;
  touched_at: number;
  rated: boolean;
  /** Whether it was played without a server, as somebody says. */
  local?: boolean;
  result?: PlayedResult;
  rating?: RatingChange;
}

/** Who has another seat: `person` where everybody is known, since the game is rated. A guest may be somebody who */
export interface Opponent {
  seat: string;
  name: string;
  kind: "bot" | "guest" | "person";
  person?: string;
  bot?: string;
  asked?: boolean;
}

/** How it ended for whoever asks. */
export interface PlayedResult {
  won: boolean;
  /** Whether others have won as well, and not all. */
  shared: boolean;
  /** Whether all came to the same place. */
  drawn: boolean;
  points: Record<string, number>;
}

/** What a game did to one's rating. */
export interface RatingChange {
  before: number;
  after: number;
  uncertainty: number;
}

/** Somebody's rating in one game with one number of players. */
export interface PersonRating {
  game: string;
  players: number;
  rating: number;
  uncertainty: number;
  provisional: boolean;
  games: number;
}

/** A browser that is told, as its person may know it. */
export interface SubscriptionView {
  id: string;
  endpoint: string;
  label: string;
  created_at: number;
}

/** A program of somebody's that is told; no address, if there is none. */
export interface WebhookView {
  address: string;
  /** In a row; it is given up after some. */
  failures: number;
}

/** Of what kinds of things somebody wants to hear: that it is their turn, that their clock is near its end, that */
export interface NotificationPreferences {
  kinds: ("clock" | "invitation" | "rematch" | "turn")[];
  quiet: QuietHours | null;
  digest_hours: number;
}

/** Every day from a time of day to another, which may be on the next day. */
export interface QuietHours {
  from: string;
  until: string;
  zone: string;
}

/** What somebody is to be told, or was. */
export interface Notice {
  table: string;
  seat: string;
  kind: "clock" | "invitation" | "rematch" | "turn";
  ply: number;
  due_at: number;
  told_at: number | null;
  asked_by: string;
}

/** Where somebody is written to; no address, if nowhere. */
export interface MailView {
  /** Whether this host sends mail. */
  offered: boolean;
  address: string;
  /** Where a code was sent that was not shown yet. */
  asked: string;
}

/** Invitations to tables at which one can still sit down. */
export interface Invited {
  received: ReceivedInvitation[];
  sent: Sent[];
  /** By whom you do not want to be asked. */
  unwelcome: Somebody[];
}

export interface ReceivedInvitation {
  table: TableView;
  by: Somebody;
  kind: "challenge" | "rematch";
  at: number;
}

/** A person as everybody may know them. */
export interface Somebody {
  person: string;
  name: string;
  portrait: string;
}

/** One that somebody has sent, with who is asked. */
export interface Sent {
  table: string;
  name: string;
  portrait: string;
  at: number;
  declined: boolean;
}

/** Sit down there; it starts by itself. A new table has keys. Without a seat you wait where you are. */
export interface OfferedSeat {
  table: TableView;
  seat?: string;
  host_key?: string;
  watch_key?: string;
}

/** How often each choice was made, by its key, the most frequent first. */
export interface Chosen {
  choices: Record<string, number>;
}

/** Those that go on first, of these where you have to act; then those that are over, the newest first. */
export interface Games {
  games: Played[];
  /** Whether there are older ones. */
  more: boolean;
}

export interface AddedGame {
  /** The name under which it is kept. */
  table: string;
}

export interface WonRecord {
  games: number;
  shares: Share[];
  streaks: Streaks;
  best: BestGame[];
}

/** How much of some games was won. */
export interface Share {
  by: "bot" | "game" | "opponent" | "players" | "seat";
  game: string;
  /** The seat, the number of players, who it was against. */
  of: string;
  games: number;
  won: number;
  drawn: number;
}

/** Games won one after another. */
export interface Streaks {
  now: number;
  longest: number;
}

/** One that was won with many points. */
export interface BestGame {
  game: string;
  players: number;
  table: string;
  points: number;
  touched_at: number;
}

/** People by what they very likely reach; bots are fixed points on the same scale. */
export interface Leaderboard {
  rows: Listed[];
  bots: BotPoint[];
}

/** A line of a leaderboard. */
export interface Listed {
  /** From 1; equals share one. */
  place: number;
  person: string;
  name: string;
  portrait: string;
  rating: number;
  uncertainty: number;
  provisional: boolean;
  games: number;
}

/** Where a bot stands, for good. */
export interface BotPoint {
  bot: string;
  rating: number;
  /** The standard error of what was measured. */
  error: number;
}

/** What a browser subscribes with, as `applicationServerKey`. */
export interface PushKey {
  key: string;
}

/** The secret by which what is sent is signed: it is said once. */
export interface NewWebhook {
  address: string;
  secret: string;
}

/** An evening as it stands. */
export interface EveningView {
  id: string;
  /** Grows with everything that happens. */
  seq: number;
  name: string;
  game: string;
  kind: "arena" | "rounds";
  rounds: number;
  best: number;
  over: boolean;
  guests: GuestView[];
  held: EveningRound[];
  standings: StandingView[];
  /** Of an arena. */
  until?: number;
  /** Whether you lead it. */
  leads?: boolean;
  /** Who you are there. */
  me?: string;
  yours?: YourTable;
}

export interface GuestView {
  who: string;
  name: string;
  there: boolean;
}

export interface EveningRound {
  tables: EveningTable[];
  pausing: string[];
}

/** Who plays together, who begins first. `table` is told to those who sit there, and to whoever leads. */
export interface EveningTable {
  seats: string[];
  status: "over" | "playing" | "waiting";
  places?: number[];
  table?: string;
}

export interface StandingView {
  place: number;
  who: string;
  points: number;
  wins: number;
  opposition: number;
  tables: number;
}

/** Where you sit now: sit down there as anywhere else. */
export interface YourTable {
  table: string;
  seat: string;
  taken: boolean;
}

/** A new evening, and the key that only whoever leads it is told. */
export interface NewEvening {
  evening: EveningView;
  organiser_key: string;
}

export interface NewGuest {
  evening: EveningView;
  who: string;
  key: string;
}

/** In the languages in which the host has written them. */
export interface HouseView {
  rules: HouseText;
  announcements: Announcement[];
  /** Whether rated games can be begun. */
  rated: boolean;
  /** Whether club evenings can be opened. */
  evenings: boolean;
  /** Whether tables can be shown to everybody. */
  lobby: boolean;
  /** Whether people can be written to. */
  mail: boolean;
}

/** In the language in which it was written. */
export interface HouseText {
  text: string;
  language: string;
}

/** The house at a glance. */
export interface DeskView {
  version: string;
  now: number;
  /** By status. */
  tables: Record<string, number>;
  people: number;
  evenings: RunningEvening[];
  load: Load;
  rules: HouseText;
  limits: HouseLimits;
  announcements: Announcement[];
}

/** An evening that has not ended. */
export interface RunningEvening {
  id: string;
  name: string;
  game: string;
  guests: number;
  /** At which they play now. */
  tables: number;
  created_at: number;
}

/** Of one process; by `process` several can be told apart. */
export interface Load {
  process: number;
  started_at: number;
  connections: number;
  /** At tables. */
  devices: number;
  /** In memory. */
  tables: number;
  /** Since it began. */
  moves: number;
  /** Since it began. */
  processor_seconds: number;
  waiting: Record<string, number>;
  /** Tables that cannot be read. */
  set_aside: number;
  /** Bytes. */
  memory: number | null;
  /** Bytes. */
  database: number | null;
}

/** What this house offers. */
export interface HouseLimits {
  /** That wait for players or are played at, at once; 0: as many as come. */
  most_tables: number;
  rated: boolean;
  evenings: boolean;
  lobby: boolean;
}

/** A page of them, the newest sign of life first. */
export interface DeskTables {
  tables: DeskTable[];
  count: number;
  page_size: number;
}

export interface DeskTable {
  id: string;
  status: "open" | "over" | "playing";
  created_at: number;
  /** Its last event. */
  touched_at: number;
  /** Empty of one that cannot be read. */
  game: string;
  title: string;
  listed: boolean;
  rated: boolean;
  moves: number;
  /** Devices without a seat, at the process that is asked. */
  watching: number;
  host_muted: boolean;
  seats: DeskSeat[];
}

export interface DeskSeat {
  seat: string;
  kind: "bot" | "closed" | "open" | "person";
  name: string;
  bot: string;
  online: boolean;
  muted: boolean;
}

/** A page of them, who was seen last first. */
export interface DeskPeople {
  people: DeskPerson[];
  count: number;
  page_size: number;
}

export interface DeskPerson {
  id: string;
  name: string;
  language: string;
  created_at: number;
  seen_at: number;
  devices: number;
  /** That are over. */
  games: number;
  muted: boolean;
}

/** The newest first. */
export interface DeskActs {
  acts: Act[];
  /** Whether there are older ones. */
  more: boolean;
}

/** Something that was done at the desk. */
export interface Act {
  id: number;
  at: number;
  what: "announce" | "backup" | "close-table" | "hear-person" | "hear-seat" | "limits" | "mute-person" | "mute-seat" | "new-key" | "records" | "remove-person" | "remove-table" | "rename-person" | "rules" | "withdraw";
  /** A table or a person. */
  subject: string;
  before: string;
  after: string;
}

export type Command =
  | Hello
  | MakeMove
  | TakeBack
  | Confirm
  | Resign
  | ComeBack
  | ShowPart
  | AllowHints
  | Say
  | Mute
  | WhyNot
  | Ping;

export type ServerMessage =
  | Snapshot
  | Happened
  | Done
  | Refused
  | Because
  | Presence
  | Pong
  | StorageNotice
  | HouseNotice
  | Closing;
