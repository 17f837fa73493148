// Node as the machine of a module: node node.mjs MODULE ABOUT. A job comes in on a line, its answer goes out on one.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { opened, perform } from "./replay.mjs";

const [code, about] = process.argv.slice(2);
const module = await opened(readFileSync(code), JSON.parse(readFileSync(about, "utf8")));
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(perform(module, JSON.parse(line)))}\n`);
}
