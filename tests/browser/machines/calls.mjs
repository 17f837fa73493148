// Translated functions with all that they need, and calls of them.
// With `luck`, dice have secrets of that byte; with `tick`, the clock goes on by so many seconds whenever somebody looks.

import * as script from "./script.mjs";
import { Dict, mapping } from "./runtime/python.mjs";
import { know } from "./stubs/ewala.core.fingerprint.mjs";
import { equip } from "./stubs/ewala.core.machines.mjs";
import { give } from "./stubs/ewala.core.bundled_weights.mjs";
import { learn } from "./stubs/ewala.locale.catalogues.mjs";
import { weights } from "./weights.mjs";

/** `read` has the bytes of a file. */
export async function prepared(read, { luck, tick }) {
  const { catalogues, digests, equipment } = JSON.parse(new TextDecoder().decode(await read("known.json")));
  for (const [language, sentences] of Object.entries(catalogues)) learn(language, sentences);
  for (const [game, digest] of Object.entries(digests)) know(game, digest);
  for (const [game, about] of Object.entries(equipment)) {
    const { instance } = await WebAssembly.instantiate(await read(`${game}.wasm`), {});
    equip(game, instance.exports, about);
    for (const [name, arrays] of Object.entries(about.weights)) {
      give(weights(await read(`${game}.${name}.weights`), arrays), arrays);
    }
  }
  const draw = crypto.getRandomValues.bind(crypto);
  if (luck) crypto.getRandomValues = (bytes) => (bytes.length === 32 ? bytes.fill(luck) : draw(bytes)); // dice have 32
  let looks = 0;
  if (tick) performance.now = () => ++looks * tick * 1000;
}

/** A value of JSON's as Python has it. */
function given(value) {
  if (Array.isArray(value)) return value.map(given);
  return value && typeof value === "object"
    ? mapping(Object.entries(value).map(([key, one]) => [key, given(one)]))
    : value;
}
const plain = (value) => (value instanceof Dict ? Object.fromEntries(value.$items()) : value);

export function answer({ do: name, given: values }) {
  return plain(script[name](...values.map(given)));
}
