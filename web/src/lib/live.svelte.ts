/** A table as it is right now: one WebSocket, which comes back by itself and misses nothing. */
import type { Because, ChatLine, Happened, Position, Problem, Result, Seat, ServerMessage, Snapshot, TableView, EventInWords } from "../generated/wire";
import { Line } from "../local/here";
import { isOfThisDevice } from "../local/messages";
import { Refusal } from "./api";
import { explainedEvent, explainHere, inTurn } from "./explaining";
import { serverInfo } from "./serverInfo.svelte";
import { type Language, t } from "./words.svelte";

type Connection = "connecting" | "open" | "lost" | "closed";

const HEARTBEAT = 20_000; // milliseconds; the server lets go of who is silent for a minute
const ANSWER_WITHIN = 8_000;
const PROBED = 3_000; // whoever comes back to the page should not wait long to learn that the line is dead
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8_000;
const KEPT = 400; // events in words

/** Whoever speaks or asks why may play on meanwhile. */
const BESIDE_THE_GAME = ["say", "why", "allow-hints"];

/** A line to a server's table, or to one of this device: nobody here needs to know which. */
type Channel = Pick<WebSocket, "readyState" | "send" | "close"> & Pick<Line, "onopen" | "onmessage" | "onclose">;

function lineTo(table: string, language: Language): Channel {
  if (isOfThisDevice(table)) return new Line(table, language);
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/api/tables/${encodeURIComponent(table)}/live`) as Channel;
}

type Waiting = {
  resolve: (message: ServerMessage) => void;
  reject: (error: Error) => void;
  frame: string;
  repeat: boolean;
  ofTheGame: boolean;
};

/** In development what comes in is held against the server's own messages. */
function heard(line: string): ServerMessage {
  const message = JSON.parse(line) as ServerMessage;
  if (import.meta.env.DEV) void import("./wireCheck").then(({ checkShape }) => checkShape(message, "ServerMessage"));
  return message;
}

/** An event in words; of a move that stands also what is known of it: who made it, what it brought about, where it led. */
export interface LogLine extends EventInWords {
  seat?: Seat;
  move?: string;
  more?: string[];
  position?: Position;
}

function inWords({ seq, event, more, position }: Happened, words: string): LogLine {
  const told = { seq, at: event.at, words };
  if (event.type !== "moved" && event.type !== "rolled") return told;
  return { ...told, ply: position?.ply, seat: event.type === "moved" ? event.seat : "", move: event.move, more, position };
}

/** A move that is taken back stays a line, and leads nowhere. */
function withoutLastMove(told: LogLine[]): LogLine[] {
  const last = told.findLastIndex(({ ply }) => ply);
  return told.map((line, n) => (n === last ? { seq: line.seq, at: line.at, words: line.words } : line));
}

export class Live {
  connection = $state<Connection>("connecting");
  /** Why the server will not have us, when it is closed. */
  problem = $state<Problem | null>(null);
  table = $state.raw<TableView | null>(null);
  you = $state.raw<Seat[]>([]);
  host = $state(false);
  position = $state.raw<Position | null>(null);
  log = $state.raw<string[]>([]);
  told = $state.raw<LogLine[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  result = $state.raw<Result | null>(null);
  online = $state.raw<Seat[]>([]);
  watching = $state(0);
  /** What the server says of its own trouble, while it cannot store what is played. */
  trouble = $state("");
  /** When the clocks of the present position were read, by this device's own time. */
  clocksReadAt = $state(0);
  muted = $state(false);
  /** Commands for the game that the server has not answered yet. */
  pending = $state(0);

  /** Called for each event with a position, in order; a snapshot has no event. */
  onposition: (position: Position, happened: Happened | null) => void = () => {};
  onsaid: (line: ChatLine) => void = () => {};

  #socket: Channel | null = null;
  #seq: number | null = null;
  #pause = FIRST_PAUSE;
  #heard = 0;
  #timer = 0;
  #beat = 0;
  #ids = 0;
  #waiting = new Map<string, Waiting>();
  #ended = false;
  /** Whether this device explains positions itself; tables of its own come explained. */
  #explains: boolean;
  #prefix = Math.random().toString(36).slice(2, 8);

  constructor(
    readonly id: string,
    readonly keys: { keys: string[]; watch?: string },
    private spoken: Language,
    private readonly explain = explainHere,
  ) {
    this.#explains = !isOfThisDevice(id);
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#cut);
    addEventListener("visibilitychange", this.#hurry);
    addEventListener("pageshow", this.#hurry);
    this.#connect();
  }

  end(): void {
    this.#ended = true;
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#cut);
    removeEventListener("visibilitychange", this.#hurry);
    removeEventListener("pageshow", this.#hurry);
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    this.#socket?.close();
    for (const command of this.#waiting.values()) command.reject(new Refusal({ code: "page/left", sentence: "" }));
    this.#waiting.clear();
  }

  /** Do not wait for the next attempt to come back. */
  retry(): void {
    this.#hurry();
  }

  /** Hear everything in another language from now on. */
  speak(language: Language): void {
    if (language === this.spoken) return;
    this.spoken = language;
    this.#afresh();
  }

  // --- Commands; each settles when the server has answered.

  async move(seat: Seat, move: string): Promise<void> {
    await this.#command({ type: "move", seat, move, ply: this.position?.ply ?? 0 }, true);
  }

  async takeBack(seat: Seat): Promise<void> {
    await this.#command({ type: "take-back", seat });
  }

  async confirm(seat: Seat): Promise<void> {
    await this.#command({ type: "confirm", seat });
  }

  async resign(seat: Seat): Promise<void> {
    await this.#command({ type: "resign", seat });
  }

  async comeBack(seat: Seat): Promise<void> {
    await this.#command({ type: "come-back", seat });
  }

  /** Show what the seat has promised to add to the dice. */
  async showPart(seat: Seat, part: string): Promise<void> {
    await this.#command({ type: "show-part", seat, part });
  }

  /** Agree that everybody at the table may ask the coach, or not any more. */
  async allowHints(seat: Seat, allow: boolean): Promise<void> {
    await this.#command({ type: "allow-hints", seat, allow });
  }

  async say(text: string, seat?: Seat): Promise<void> {
    await this.#command(seat ? { type: "say", text, seat } : { type: "say", text });
  }

  async why(move: string): Promise<Because> {
    return (await this.#command({ type: "why", move })) as Because;
  }

  /** Not to hear the others; what they said meanwhile comes when they are heard again. */
  mute(muted: boolean): void {
    if (muted === this.muted) return;
    this.muted = muted;
    if (muted) {
      this.chat = [];
      this.#send('{"type":"mute","muted":true}');
    } else {
      this.#afresh();
    }
  }

  #command(command: { type: string } & Record<string, unknown>, repeat = false): Promise<ServerMessage> {
    const id = `${this.#prefix}${++this.#ids}`;
    const frame = JSON.stringify({ ...command, id });
    return new Promise((resolve, reject) => {
      if (this.connection !== "open" && !repeat) {
        reject(new Refusal({ code: "page/no-connection", sentence: t("There is no connection right now.") }));
        return;
      }
      this.#waiting.set(id, { resolve, reject, frame, repeat, ofTheGame: !BESIDE_THE_GAME.includes(command.type) });
      this.#count();
      this.#send(frame);
    });
  }

  #settle(id: string): Waiting | undefined {
    const command = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.#count();
    return command;
  }

  #count(): void {
    this.pending = [...this.#waiting.values()].filter(({ ofTheGame }) => ofTheGame).length;
  }

  #send(frame: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN && this.connection === "open") this.#socket.send(frame);
  }

  // --- The connection

  #connect(): void {
    if (this.#ended) return;
    clearTimeout(this.#timer);
    const socket = lineTo(this.id, this.spoken);
    this.#socket = socket;
    this.#timer = window.setTimeout(() => this.#drop(socket), ANSWER_WITHIN); // some networks never say no
    socket.onopen = () => {
      if (socket !== this.#socket) return socket.close();
      clearTimeout(this.#timer);
      const hello = { type: "hello", ...this.keys, language: this.spoken, explained: this.#explains ? "snapshot" : true };
      socket.send(JSON.stringify(this.#seq === null ? hello : { ...hello, since: this.#seq }));
      this.#heard = Date.now();
      clearInterval(this.#beat);
      this.#beat = window.setInterval(() => this.#check(socket), HEARTBEAT / 4);
    };
    const next = inTurn();
    socket.onmessage = (frame: MessageEvent<string>) => {
      const at = Date.now();
      if (socket === this.#socket) this.#heard = at;
      for (const line of frame.data.split("\n")) if (line) next(() => this.#listen(socket, heard(line), at));
    };
    socket.onclose = () => next(() => this.#lost(socket));
  }

  /** A connection that answers no ping is none, whatever the browser thinks. */
  #check(socket: Channel): void {
    const silent = Date.now() - this.#heard;
    if (silent > HEARTBEAT + ANSWER_WITHIN) this.#drop(socket);
    else if (silent >= HEARTBEAT && socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
  }

  #drop(socket: Channel): void {
    this.#lost(socket);
    socket.close();
  }

  #lost(socket: Channel): void {
    if (socket !== this.#socket || this.#ended) return;
    this.#socket = null;
    clearInterval(this.#beat);
    clearTimeout(this.#timer);
    if (this.connection === "closed") return;
    this.connection = this.table ? "lost" : "connecting";
    this.trouble = ""; // whoever comes back is told again, if it is still so
    for (const [id, command] of [...this.#waiting]) {
      if (command.repeat) continue; // it is said again under the same name, and made once
      this.#settle(id);
      command.reject(new Refusal({ code: "page/no-connection", sentence: t("The connection broke off.") }));
    }
    this.#timer = window.setTimeout(() => this.#connect(), this.#pause * (0.7 + 0.6 * Math.random()));
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 1.8);
  }

  /** Come again and hear everything anew. */
  #afresh(): void {
    this.#seq = null;
    const socket = this.#socket;
    if (!socket) return; // it is on its way back already
    this.#drop(socket);
    if (this.connection !== "closed") this.#connect();
  }

  /** Somebody looks at the page again, or the network is back: do not wait for the next attempt. */
  #hurry = (): void => {
    if (document.hidden || this.connection === "closed") return;
    const socket = this.#socket;
    if (!socket) {
      this.#pause = FIRST_PAUSE;
      this.#connect();
    } else if (socket.readyState === WebSocket.OPEN && Date.now() - this.#heard > PROBED) {
      const heard = this.#heard;
      socket.send('{"type":"ping"}');
      window.setTimeout(() => this.#heard === heard && this.#drop(socket), PROBED);
    }
  };

  #cut = (): void => {
    if (this.#socket && !isOfThisDevice(this.id)) this.#drop(this.#socket);
  };

  #welcomed(): void {
    if (this.connection === "open") return;
    this.connection = "open";
    this.#pause = FIRST_PAUSE;
    if (this.muted) this.#send('{"type":"mute","muted":true}');
    for (const { frame } of this.#waiting.values()) this.#send(frame);
  }

  // --- What the server says

  /** A message that came then; a position is heard once it is explained, and what comes after it waits. */
  #listen(socket: Channel, message: ServerMessage, at: number): void | Promise<void> {
    if (socket !== this.#socket) return; // a late word of a line that was given up: the next one repeats it
    if (message.type !== "happened" || !message.position || message.position.explained || !this.table) return this.#hear(message, at);
    return explainedEvent(this.explain, message, this.table, this.position, this.spoken).then((happened) => {
      if (socket !== this.#socket) return;
      if (happened) this.#hear(happened, at);
      else this.#haveExplained(socket);
    });
  }

  /** This device cannot explain what comes: the server does, from where one has heard it. */
  #haveExplained(socket: Channel): void {
    this.#explains = false;
    this.#drop(socket);
    this.#connect();
  }

  #hear(message: ServerMessage, at: number): void {
    switch (message.type) {
      case "snapshot":
        this.#take(message, at);
        break;
      case "happened":
        this.#happened(message, at);
        this.#welcomed();
        break;
      case "presence":
        this.online = message.online;
        this.watching = message.watching;
        if (this.table) this.#welcomed();
        break;
      case "done":
      case "because":
        this.#settle(message.id)?.resolve(message);
        break;
      case "refused":
        this.#settle(message.id)?.reject(new Refusal(message));
        break;
      case "closing":
        if (message.code === "live/unreadable" && this.#explains && !this.table) this.#explains = false; // an older server
        else if (!message.code.startsWith("server/") && message.code !== "live/silent") {
          this.problem = message;
          this.connection = "closed";
        }
        break;
      case "storage":
        this.trouble = message.state === "ok" ? "" : message.sentence;
        break;
      case "house":
        serverInfo.hear(message.announcements);
        break;
      case "pong":
        break;
    }
  }

  #take(snapshot: Snapshot, at: number): void {
    this.#seq = snapshot.seq;
    this.table = snapshot.table;
    this.you = snapshot.you;
    this.host = snapshot.host;
    this.log = snapshot.log;
    this.chat = snapshot.chat;
    this.result = snapshot.result;
    this.position = snapshot.position;
    this.online = snapshot.table.seats.filter((seat) => seat.online).map((seat) => seat.seat);
    this.clocksReadAt = at;
    if (snapshot.told) this.told = snapshot.told;
    this.#welcomed();
    if (snapshot.position) this.onposition(snapshot.position, null);
  }

  #happened(happened: Happened, at: number): void {
    if (this.#seq !== null && happened.seq <= this.#seq) return;
    this.#seq = happened.seq;
    const { event, words, position, table, result } = happened;
    if (table) this.table = table;
    if (result) {
      this.result = result;
      if (this.table) this.table = { ...this.table, status: "over" }; // a move that ends the game brings no table
    }
    if (event.type === "said") {
      const line = { seat: event.seat, name: event.name, text: event.text, at: event.at };
      this.chat = [...this.chat, line];
      this.onsaid(line);
    }
    if (event.type === "taken-back") this.told = withoutLastMove(this.told);
    if (words) this.told = [...this.told, inWords(happened, words)].slice(-KEPT);
    if (event.type === "moved" || event.type === "rolled") this.log = [...this.log, event.move];
    if (event.type === "taken-back") this.log = this.log.slice(0, -1);
    if (position) {
      this.position = position;
      this.clocksReadAt = at;
      this.onposition(position, happened);
    }
  }
}
