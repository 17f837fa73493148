/** Vite plugins: the games as data, the service worker, and which modules share a chunk. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { GetManualChunk } from "rollup";
import { type Plugin, transformWithEsbuild } from "vite";

const GAMES = /^virtual:games\/([a-z]{2})$/;
const SCRIPT = join(dirname(fileURLToPath(import.meta.url)), "src/generated/local");

export function games(): Plugin {
  return {
    name: "ewala-games",
    resolveId: (id) => (GAMES.test(id) ? `\0${id}` : null),
    load: async (id) => {
      const language = GAMES.exec(id.slice(1))?.[1];
      return language ? `export default ${await described(language)};` : null;
    },
  };
}

async function described(language: string): Promise<string> {
  const { Door, learn } = await import(/* @vite-ignore */ pathToFileURL(join(SCRIPT, "index.mjs")).href);
  if (language !== "en") learn(language, JSON.parse(readFileSync(join(SCRIPT, `sentences.${language}.json`), "utf8")));
  return new Promise((resolve, reject) => {
    const nothing = () => undefined;
    Door(Date.now, nothing, nothing, nothing, nothing, nothing, nothing, nothing).$ask("GET", "/api/games", "", [], language, (status: number, text: string) =>
      status === 200 ? resolve(text) : reject(new Error(`the games cannot be described: ${text}`)),
    );
  });
}

// Writes `sw.js` beside a built page: `service-worker/worker.ts`, and above it what this build consists of.

const WORKER = join(dirname(fileURLToPath(import.meta.url)), "service-worker/worker.ts");
const NAME = "sw.js";
const ENTRY = /<script type="module"[^>]* src="[^"]*?(assets\/[^"]+)"/;
/** Pictures that only others look at: systems that install the page, and who is sent a link. */
const NOT_KEPT = /\.png$/;

export function serviceWorker(): Plugin {
  let folder = "";
  return {
    name: "ewala-service-worker",
    apply: "build",
    configResolved: (config) => void (folder = join(config.root, config.build.outDir)),
    async closeBundle(error) {
      if (error) return;
      const { code } = await transformWithEsbuild(readFileSync(WORKER, "utf8"), WORKER, { target: "es2022", sourcemap: false });
      writeFileSync(join(folder, NAME), head(folder) + code);
    },
  };
}

/** What the worker is told: a digest of all files, the script with which the page begins, and the names of the files. */
function head(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== NAME)
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1).replaceAll("\\", "/"))
    .sort();
  const whole = createHash("sha256");
  for (const file of files) whole.update(`${file}\n`).update(createHash("sha256").update(readFileSync(join(folder, file))).digest());
  const entry = ENTRY.exec(readFileSync(join(folder, "index.html"), "utf8"))?.[1];
  if (!entry) throw new Error("index.html begins with no script of ours");
  const kept = files.filter((file) => !NOT_KEPT.test(file)).map((file) => (file === "index.html" ? "" : file));
  return [
    `const BUILD = "${whole.digest("hex").slice(0, 16)}";`,
    `const ENTRY = "${entry}";`,
    `const FILES = ${JSON.stringify(kept, null, 1)};\n`,
  ].join("\n");
}

// Two chunks hold what is shared: what every visitor needs, and what more than one screen needs. Left alone, Rollup
// makes sixty small ones.

type Graph = Parameters<GetManualChunk>[1];

const FIRST = "first", SHARED = "shared";

export const chunks: GetManualChunk = (id, graph) => names(graph).get(id);

const known = new WeakMap<Graph["getModuleInfo"], Map<string, string>>();

function names(graph: Graph): Map<string, string> {
  let found = known.get(graph.getModuleInfo);
  if (!found) known.set(graph.getModuleInfo, (found = named(graph)));
  return found;
}

function named({ getModuleIds, getModuleInfo }: Graph): Map<string, string> {
  const all = [...getModuleIds()].map((id) => getModuleInfo(id)!);
  const first = new Set(all.filter((one) => one.isEntry).flatMap((one) => [...needs(one.id)]));
  const times = new Map<string, number>();
  for (const later of all.filter((one) => one.dynamicImporters.length && !one.isEntry))
    for (const id of needs(later.id)) times.set(id, (times.get(id) ?? 0) + 1);
  const shared = [...times].filter(([id, many]) => many > 1 && !first.has(id)).map(([id]) => id);
  return new Map([...[...first].map((id) => [id, FIRST] as const), ...shared.map((id) => [id, SHARED] as const)]);

  function needs(id: string, found = new Set<string>()): Set<string> {
    if (!found.has(id)) {
      found.add(id);
      getModuleInfo(id)!.importedIds.forEach((other) => needs(other, found));
    }
    return found;
  }
}
