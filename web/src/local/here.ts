/** What this device answers and keeps itself, in a worker that is started when it is first needed. */
import { Analyses, type AnalysisTask } from "./analyses";
import { type Answered, type FromWorker, isOfThisDevice, type ToWorker } from "./messages";
import { Thinkers } from "./thinkers";

/** What is asked of positions and records alone; a server that has other games answers for those. */
const ANSWERED_HERE = new Set(["POST /api/records", "POST /api/positions"]);
const NEEDS_SERVER = new Set(["page/needs-server", "setup/unknown-game", "record/rules"]);
const TABLE = /^\/api\/tables\/([^/?]+)/;

const waiting = new Map<number, (answer: Answered | null) => void>();
const lines = new Map<number, Line>();
let worker: Worker | null | undefined; // null: this browser has none
let count = 0;
const thinkers = new Thinkers(another, navigator.hardwareConcurrency > 2 ? 2 : 1);
/** Apart from the others: an analysis takes long, and no bot is to wait for it. */
const reviewers = new Thinkers(another, 1);
const analyses = new Analyses(
  (task, hear) => reviewers.think({ name: task.name, message: { kind: "analyse", task: JSON.stringify(task) }, done: hear, told: hear }),
  (name) => reviewers.stop(name),
);

function another(): Worker | null {
  try {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  } catch {
    return null;
  }
}

function started(): Worker | null {
  const fresh = another();
  if (fresh) {
    fresh.onmessage = ({ data }: MessageEvent<FromWorker>) => take(data);
    fresh.onerror = (event) => {
      if (!(event instanceof ErrorEvent && event.message)) worker = null; // it could not even be loaded
      for (const id of [...waiting.keys()]) settle(id, null);
      for (const line of [...lines.values()]) line.close();
    };
  }
  return fresh;
}

function take(message: FromWorker): void {
  if (message.kind === "answer") settle(message.id, message);
  else if (message.kind === "frame") lines.get(message.line)?.hear(message.frame);
  else if (message.kind === "cut") lines.get(message.line)?.close();
  else if (message.kind === "think") {
    const { task } = message;
    thinkers.think({ name: task, message: { kind: "choose", task }, done: (move) => send({ kind: "decided", task, move }) });
  } else if (message.kind === "advise") {
    const { id, task } = message;
    thinkers.think({ name: `hint ${id}`, message: { kind: "hint", task }, done: (text) => send({ kind: "advised", id, text }) });
  } else if (message.kind === "review") analyses.want(JSON.parse(message.task) as AnalysisTask);
  else if (message.kind === "stop") thinkers.stop(message.task);
}

/** Whether somebody heard it. */
function send(message: ToWorker): boolean {
  worker ??= worker === null ? null : started();
  worker?.postMessage(message);
  return worker !== null;
}

function settle(id: number, answer: Answered | null): void {
  waiting.get(id)?.(answer);
  waiting.delete(id);
}

/** The answer, as a server would give it; null for what is a server's to answer. */
export async function answerHere(method: string, path: string, body: unknown, keys: string[], language: string, here = false): Promise<Response | null> {
  const looked = analyses.answer(method, path, language);
  if (looked !== null) return response(path, 200, looked);
  const table = TABLE.exec(path)?.[1];
  const ours = here || (table !== undefined && isOfThisDevice(table));
  if (!ours && !ANSWERED_HERE.has(`${method} ${path}`)) return null;
  const id = ++count;
  const answer = await new Promise<Answered | null>((resolve) => {
    waiting.set(id, resolve);
    const [where = path] = path.split("?");
    if (!send({ kind: "ask", id, method, path: where, body: body === undefined ? "" : JSON.stringify(body), keys, language })) settle(id, null);
  });
  if (!answer || (!ours && answer.status >= 400 && NEEDS_SERVER.has((JSON.parse(answer.text) as { code: string }).code))) return null;
  return response(path, answer.status, answer.text);
}

function response(path: string, status: number, text: string): Response {
  const kind = path.endsWith("/record") && status < 400 ? "text/plain" : "application/json";
  return new Response(text, { status, headers: { "content-type": kind } });
}

/** Whether an analysis was made here, or is. */
export const isAnalysedHere = (name: string): boolean => analyses.has(name);

/** Nobody waits for an analysis any more: if it is being made here, it is called off. */
export const leaveAnalysis = (name: string): void => analyses.leave(name);

/** A line to a table of this device: a WebSocket, as far as anybody can tell who uses one. */
export class Line {
  readyState: 0 | 1 | 2 | 3 = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((frame: MessageEvent<string>) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly #number = ++count;

  constructor(table: string, language: string) {
    lines.set(this.#number, this);
    const heard = send({ kind: "open", line: this.#number, table, language });
    queueMicrotask(() => {
      if (!heard) return this.close();
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    });
  }

  send(frame: string): void {
    send({ kind: "say", line: this.#number, frame });
  }

  hear(frame: string): void {
    this.onmessage?.(new MessageEvent("message", { data: frame }));
  }

  close(): void {
    if (!lines.delete(this.#number)) return;
    this.readyState = WebSocket.CLOSED;
    send({ kind: "close", line: this.#number });
    this.onclose?.();
  }
}
