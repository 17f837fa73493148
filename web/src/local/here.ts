/** Questions that this device answers itself, in a worker that is started with the first of them. */
import type { Answered, Asked } from "./messages";

/** What is asked of positions and records alone; a server that has other games answers for those. */
const ANSWERED_HERE = new Set(["POST /api/records", "POST /api/positions"]);
const NEEDS_SERVER = new Set(["page/needs-server", "setup/unknown-game", "record/rules"]);

const waiting = new Map<number, (answer: Answered | null) => void>();
let worker: Worker | null | undefined; // null: this browser has none
let asked = 0;

function started(): Worker | null {
  try {
    const fresh = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    fresh.onmessage = ({ data }: MessageEvent<Answered>) => settle(data.id, data);
    fresh.onerror = () => {
      worker = null;
      for (const id of [...waiting.keys()]) settle(id, null);
    };
    return fresh;
  } catch {
    return null;
  }
}

function settle(id: number, answer: Answered | null): void {
  waiting.get(id)?.(answer);
  waiting.delete(id);
}

/** The answer, as a server would give it; null for what is a server's to answer. */
export async function answerHere(method: string, path: string, body: unknown, language: string): Promise<Response | null> {
  if (!ANSWERED_HERE.has(`${method} ${path}`)) return null;
  worker ??= worker === null ? null : started();
  if (!worker) return null;
  const id = ++asked;
  const question: Asked = { id, method, path, body: JSON.stringify(body), language };
  const answer = await new Promise<Answered | null>((resolve) => {
    waiting.set(id, resolve);
    worker!.postMessage(question);
  });
  if (!answer || (answer.status >= 400 && NEEDS_SERVER.has((JSON.parse(answer.text) as { code: string }).code))) return null;
  return new Response(answer.text, { status: answer.status, headers: { "content-type": "application/json" } });
}
