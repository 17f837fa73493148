// Node as the machine of translated functions: node node_calls.mjs CHANGES. A call comes in on a line, its answer goes out.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { answer, prepared } from "./calls.mjs";

await prepared((name) => readFileSync(new URL(name, import.meta.url)), JSON.parse(process.argv[2]));
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}
