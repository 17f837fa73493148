// Node as the machine of a module: node node.mjs MODULE ABOUT. A job comes in on a line, its answer goes out on one.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { opened, perform } from "./kernel.mjs";

const [code, about] = process.argv.slice(2);
const kernel = await opened(readFileSync(code), JSON.parse(readFileSync(about, "utf8")));
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(perform(kernel, JSON.parse(line)))}\n`);
}
