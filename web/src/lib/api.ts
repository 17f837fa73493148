/** What is asked once: of the server's HTTP API, or of this device where that knows the answer. */
import { answerHere } from "../local/here";
import type { Drawn, GameName, GameView, JoinedSeat, JoinRequest, MadeTable, Position, Problem, Rematch, Replay, Seat, Snapshot, StudyAnswer, TableView, TableRequest } from "../generated/wire";
import { network } from "./network.svelte";
import { hasServer } from "./site";
import { language, t, type Language } from "./words.svelte";

/** A refusal, in the reader's language. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.sentence);
  }
}

/** One question and its answer; a refusal is thrown. `here`: asked of this device, whoever else could answer. */
export async function ask<T>(method: string, path: string, body?: unknown, keys: string[] = [], here = false): Promise<T> {
  const headers: Record<string, string> = { "accept-language": language() };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (keys.length) headers["authorization"] = `Bearer ${keys.join(",")}`;
  const found = await answerHere(method, path, body, keys, language(), here);
  const answer = found ?? (await askServer(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) }));
  if (!answer.ok) throw new Refusal(await problemIn(answer));
  const text = await answer.text();
  return (answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text) as T;
}

async function askServer(path: string, question: RequestInit): Promise<Response> {
  if (!hasServer()) throw new Refusal({ code: "page/needs-server", sentence: t("This needs a server, and this page has none.") });
  try {
    const answer = await fetch(path, question);
    network.heard(true);
    return answer;
  } catch {
    network.heard(false);
    throw new Refusal({ code: "page/no-connection", sentence: t("The server cannot be reached. Is there a connection?") });
  }
}

async function problemIn(answer: Response): Promise<Problem> {
  try {
    return (await answer.json()) as Problem;
  } catch {
    return { code: "page/strange-answer", sentence: t("The server gave an answer that this page does not understand.") };
  }
}

const CUT_OFF = new Set(["page/no-connection", "page/needs-server"]);

/** What a server answers; where none is to be reached, something else. */
export async function unlessCutOff<T>(asked: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  try {
    return await asked();
  } catch (error) {
    if (!(error instanceof Refusal) || !CUT_OFF.has(error.problem.code)) throw error;
    return otherwise();
  }
}

export const of = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const api = {
  games: (spoken: Language) => ask<GameView[]>("GET", `/api/games?language=${spoken}`),
  tables: () => ask<TableView[]>("GET", "/api/tables"),
  /** Games that anybody may watch. */
  playing: () => ask<TableView[]>("GET", "/api/tables?playing=true"),
  create: (table: TableRequest) => ask<MadeTable>("POST", "/api/tables", table),
  /** A table of this device, which no server knows. */
  createHere: (table: TableRequest) => ask<MadeTable>("POST", "/api/tables", table, [], true),
  snapshot: (table: string, keys: string[]) => ask<Snapshot>("GET", of(table), undefined, keys),
  /** Sit down; at a rematch, with the key of the seat that one had before, which stays. */
  sit: (table: string, seat: Seat, who: JoinRequest, before?: { table: string; key: string }) =>
    ask<JoinedSeat>("POST", `${of(table)}/seats/${seat}`, { ...who, ...(before && { rematch_of: before.table }) }, before && [before.key]),
  free: (table: string, seat: Seat, keys: string[]) => ask<unknown>("DELETE", `${of(table)}/seats/${seat}`, undefined, keys),
  bot: (table: string, seat: Seat, bot: string, keys: string[]) =>
    ask<unknown>("POST", `${of(table)}/seats/${seat}/bot`, { bot }, keys),
  /** Let whoever stands in for people play a seat. */
  standIn: (table: string, seat: Seat, keys: string[]) =>
    ask<unknown>("POST", `${of(table)}/seats/${seat}/bot`, {}, keys),
  close: (table: string, seat: Seat, keys: string[]) => ask<unknown>("POST", `${of(table)}/seats/${seat}/close`, undefined, keys),
  start: (table: string, keys: string[]) => ask<unknown>("POST", `${of(table)}/start`, undefined, keys),
  /** Say that the seats of these keys would like a rematch; the first who does has its table made. */
  rematch: (table: string, keys: string[]) => ask<Rematch>("POST", `${of(table)}/rematch`, undefined, keys),
  record: (table: string, keys: string[]) => ask<string>("GET", `${of(table)}/record`, undefined, keys),
  replay: (text: string, drawn = false) => ask<Replay>("POST", "/api/records", { text, drawn }),
  /** The present position as the server draws it, or an earlier one. */
  drawn: (table: string, keys: string[], ply?: number) => ask<Drawn>("GET", `${of(table)}/drawn${ply === undefined ? "" : `?ply=${ply}`}`, undefined, keys),
  /** What has happened so far, as everybody may know it. */
  story: (table: string, keys: string[]) => ask<Replay>("GET", `${of(table)}/story`, undefined, keys),
  /** An earlier position, explained, as whoever holds these keys could see it. */
  lookBack: (table: string, ply: number, keys: string[]) => ask<Position>("GET", `${of(table)}/positions/${ply}`, undefined, keys),
  study: (game: GameName, options: Record<string, unknown>, position = "", moves: string[] = [], viewer?: Seat, drawn = false) =>
    ask<StudyAnswer>("POST", "/api/positions", { game, options, position, moves, viewer, drawn }),
};
