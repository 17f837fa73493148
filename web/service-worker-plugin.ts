/** Writes `sw.js` beside a built page: `service-worker/worker.ts`, and above it what this build consists of. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformWithEsbuild, type Plugin } from "vite";

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
