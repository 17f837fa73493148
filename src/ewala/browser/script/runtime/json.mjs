/** Python's json: dictionaries, and spaces where Python has them. */
import { Dict, ValueError } from "./python.mjs";

export const JSONDecodeError = ValueError;
const read = (value) => {
  if (Array.isArray(value)) return value.map(read);
  return value && typeof value === "object" ? new Dict(Object.entries(value).map(([key, one]) => [key, read(one)])) : value;
};
export function loads(text) {
  try {
    return read(JSON.parse(text));
  } catch {
    throw JSONDecodeError("this is no JSON");
  }
}
const escaped = (text) => JSON.stringify(text).replace(/[\u007f-\uffff]/g, (letter) => "\\u" + letter.charCodeAt(0).toString(16).padStart(4, "0"));
export function dumps(value) {
  if (value == null) return "null";
  if (typeof value === "string") return escaped(value);
  if (Array.isArray(value)) return `[${value.map(dumps).join(", ")}]`;
  if (value instanceof Dict) return `{${value.$items().map(([key, one]) => `${escaped(String(key))}: ${dumps(one)}`).join(", ")}}`;
  return JSON.stringify(value);
}
