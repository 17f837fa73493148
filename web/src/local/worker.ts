/** The tables of this device and what needs none, on a thread; on others the same worker runs bots and the coach. */
import { analysed, decided, Door, equip, give, hinted, know, learn, not_analysed, weights, type Answer } from "../generated/local/index.mjs";
import rules from "../generated/local/rules.json";
import { kernelsOf, learnedOf, type Kernels } from "./kernels";
import { type FromWorker, namedIn, type ToWorker } from "./messages";
import { read, write, WentOn, type Addition } from "./store";

const CATALOGUES: Record<string, () => Promise<{ default: Record<string, string> }>> = {
  es: () => import("../generated/local/sentences.es.json"),
  fr: () => import("../generated/local/sentences.fr.json"),
  nl: () => import("../generated/local/sentences.nl.json"),
};
const TICK = 1_000; // milliseconds
const learning = new Map<string, Promise<void>>();
const saidFirst = new Map<number, Promise<void>>(); // a line's frames, one after another
const otherWindows = new BroadcastChannel("ewala.tables");

const advised: (Answer | undefined)[] = []; // whoever waits for a hint

const tell = (message: FromWorker) => postMessage(message);
const reasonOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error));

for (const [game, digest] of Object.entries(rules)) know(game, digest);

const door = Door(
  () => Date.now(),
  keep,
  (line, frame) => tell({ kind: "frame", line, frame }),
  (line) => tell({ kind: "cut", line }),
  (task) => tell({ kind: "think", task }),
  (task) => tell({ kind: "stop", task }),
  (task, answer) => {
    const id = advised.push(answer) - 1;
    tell({ kind: "advise", id, task });
  },
  (task) => tell({ kind: "review", task }),
);

function keep(text: string, done: () => void, lost: (reason: string) => void): void {
  const addition = JSON.parse(text) as Addition;
  write(addition).then(
    () => {
      otherWindows.postMessage(addition.table);
      done();
    },
    (error: unknown) => {
      const wentOn = error instanceof WentOn;
      lost(wentOn ? "went-on" : reasonOf(error)); // WENT_ON in ewala/local/keeper.py
      if (wentOn) door.$forget(addition.table);
    },
  );
}

otherWindows.onmessage = ({ data: table }: MessageEvent<string>) => door.$forget(table);
setInterval(() => door.$tick(), TICK);

/** A language's sentences are fetched when somebody first speaks it. */
function spoken(language: string): Promise<void> | undefined {
  const catalogue = CATALOGUES[language];
  if (catalogue && !learning.has(language)) {
    const learned = catalogue().then((found) => learn(language, found.default));
    learning.set(language, learned);
    learned.catch(() => learning.delete(language)); // it is tried again
  }
  return learning.get(language);
}

/** Have the tables at hand that are spoken of, and those that they speak of: a rematch, or the game before it. */
async function bring(tables: string[]): Promise<void> {
  for (const table of tables) {
    if (door.$knows(table)) continue;
    try {
      const kept = await read(table);
      if (!kept || door.$knows(table)) continue;
      const text = JSON.stringify(kept);
      door.$take_in(text);
      await bring(namedIn(text));
    } catch (error) {
      door.$give_up(table, reasonOf(error));
    }
  }
}

async function ask({ id, method, path, body, keys, language }: Extract<ToWorker, { kind: "ask" }>): Promise<void> {
  try {
    await Promise.all([spoken(language), bring(namedIn(`${path} ${body}`))]);
    door.$ask(method, path, body, keys, language, (status, text) => tell({ kind: "answer", id, status, text }));
  } catch (error) {
    tell({ kind: "answer", id, status: 500, text: JSON.stringify({ code: "page/error", sentence: reasonOf(error) }) });
    throw error;
  }
}

/** Each line's frames one after another; whoever cannot be answered comes anew. */
function inOrder(line: number, what: () => void | Promise<void>): void {
  const done = (saidFirst.get(line) ?? Promise.resolve()).then(what).catch((error: unknown) => {
    door.$close(line);
    tell({ kind: "cut", line });
    throw error;
  });
  saidFirst.set(line, done);
}

const equipping = new Map<string, Promise<Kernels["about"]>>();
const informing = new Map<string, Promise<void>>();

/** What has begun is not begun again, unless it failed. */
function once<T>(begun: Map<string, Promise<T>>, name: string, begin: () => Promise<T>): Promise<T> {
  if (!begun.has(name)) {
    const going = begin();
    going.catch(() => begun.delete(name));
    begun.set(name, going);
  }
  return begun.get(name)!;
}

/** What a game's bots search with is fetched when the first of them thinks, */
async function equipped(game: string): Promise<Kernels["about"]> {
  const { module, about } = await kernelsOf(game);
  equip(game, module, about);
  return about;
}

/** and what one of them has learned when that one does; the coach has no name. */
async function informed(game: string, bot: string): Promise<void> {
  const { reads, weights: held } = await once(equipping, game, () => equipped(game));
  const read = async (file: string) => give(weights(await learnedOf(game, file), held[file]!), held[file]!);
  await Promise.all((reads[bot] ?? []).map((file) => once(informing, `${game} ${file}`, () => read(file))));
}

const analyse = (task: string) => analysed(task, (text) => tell({ kind: "told", text }));
/** A bot has to decide: what could not be loaded is tried again. */
const again = (_task: string, reason: string): FromWorker => ({ kind: "failed", reason });
const giveUp = (task: string, reason: string): FromWorker => ({ kind: "thought", text: not_analysed(task, reason) });

async function think(task: string, thought: (task: string) => string, otherwise = again): Promise<void> {
  const { game, bot, language } = JSON.parse(task) as { game: string; bot?: string; language?: string };
  try {
    await Promise.all([informed(game, bot ?? ""), spoken(language ?? "")]);
  } catch (error) {
    return tell(otherwise(task, reasonOf(error)));
  }
  try {
    tell({ kind: "thought", text: thought(task) });
  } catch (error) {
    tell(otherwise(task, reasonOf(error)));
    throw error;
  }
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "ask") return void ask(data);
  if (data.kind === "choose") return void think(data.task, decided);
  if (data.kind === "hint") return void think(data.task, hinted);
  if (data.kind === "analyse") return void think(data.task, analyse, giveUp);
  if (data.kind === "advised") {
    advised[data.id]?.(200, data.text);
    delete advised[data.id];
    return;
  }
  if (data.kind === "decided") return door.$decide(data.task, data.move);
  const { line } = data;
  if (data.kind === "open") {
    const { table, language } = data;
    inOrder(line, async () => {
      await Promise.all([spoken(language), bring([table])]);
      door.$open(line, table, language);
    });
  } else if (data.kind === "say") {
    inOrder(line, () => door.$hear(line, data.frame));
  } else {
    inOrder(line, () => door.$close(line));
    saidFirst.delete(line);
  }
});
