/** `virtual:games/LANGUAGE`: the games as a server would describe them, for a page that reaches none. They are asked of the
 * same script that answers in the page's worker, when the page is built. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "vite";

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
