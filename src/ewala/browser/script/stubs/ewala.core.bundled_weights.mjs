/** What ships with packages besides their code, as whoever runs the script has fetched it. */
import { Dict, RuntimeError } from "../runtime/python.mjs";

const kept = new Map();

/** Arrays by `name/array`, each all its numbers in a row (as weights.mjs reads them), and what is to be known of each: its shape. */
export function give(arrays, about) {
  for (const [whole, numbers] of Object.entries(arrays)) {
    const at = whole.lastIndexOf("/");
    const name = whole.slice(0, at);
    if (!kept.has(name)) kept.set(name, new Dict());
    kept.get(name).$__setitem__(whole.slice(at + 1), inRows(numbers, about[whole].shape));
  }
}

/** Rows, rows of rows and so on, of the same numbers. */
function inRows(numbers, [many, ...inner]) {
  if (!inner.length) return numbers;
  const length = numbers.length / many;
  return Array.from({ length: many }, (_, n) => inRows(numbers.subarray(n * length, (n + 1) * length), inner));
}

export function shipped(name) {
  if (!kept.has(name)) throw RuntimeError(`nobody has given ${name}`);
  return kept.get(name);
}
