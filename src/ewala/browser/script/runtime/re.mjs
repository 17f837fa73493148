/** Python's regular expressions, by JavaScript's. */
import { Dict, cls } from "./python.mjs";

const Match = cls("Match", [], {}, {
  $group(at = 0) {
    return (typeof at === "string" ? this.found.groups?.[at] : this.found[at]) ?? null;
  },
  $groups() {
    return this.found.slice(1).map((part) => part ?? null);
  },
  $groupdict() {
    return new Dict(Object.entries(this.found.groups ?? {}).map(([name, part]) => [name, part ?? null]));
  },
  $start() {
    return this.found.index;
  },
  $end() {
    return this.found.index + this.found[0].length;
  },
  $__getitem__(at) {
    return this.$group(at);
  },
});
function matched(found) {
  if (!found) return null;
  const match = Match();
  match.found = found;
  return match;
}
const Pattern = cls("Pattern", [], {}, {
  $fullmatch(text) {
    return matched(new RegExp(`^(?:${this.source})$`, this.flags).exec(text));
  },
  $match(text) {
    return matched(new RegExp(`^(?:${this.source})`, this.flags).exec(text));
  },
  $search(text) {
    return matched(new RegExp(this.source, this.flags).exec(text));
  },
  *$finditer(text) {
    for (const found of text.matchAll(new RegExp(this.source, this.flags + "g"))) yield matched(found);
  },
  $findall(text) {
    return [...text.matchAll(new RegExp(this.source, this.flags + "g"))].map((found) => (found.length > 2 ? found.slice(1) : found[1] ?? found[0]));
  },
  $sub(by, text) {
    const fill = typeof by === "function" ? (...given) => by(matched(foundOf(given))) : () => by;
    return text.replace(new RegExp(this.source, this.flags + "g"), fill);
  },
  $split(text) {
    return text.split(new RegExp(this.source, this.flags));
  },
});
function foundOf(given) {
  const at = given.findIndex((part) => typeof part === "number");
  const found = given.slice(0, at);
  found.index = given[at];
  found.groups = given[at + 2];
  return found;
}
export const IGNORECASE = "i";
export const MULTILINE = "m";
export function compile(source, flags = "") {
  const pattern = Pattern();
  pattern.source = source.replaceAll("(?P<", "(?<").replaceAll("\\Z", "$").replaceAll("\\A", "^");
  pattern.flags = "u" + flags;
  return pattern;
}
export const fullmatch = (source, text) => compile(source).$fullmatch(text);
export const match = (source, text) => compile(source).$match(text);
export const search = (source, text) => compile(source).$search(text);
export const sub = (source, by, text) => compile(source).$sub(by, text);
export const findall = (source, text) => compile(source).$findall(text);
export const finditer = (source, text) => compile(source).$finditer(text);
export const split = (source, text) => compile(source).$split(text);
export const escape = (text) => text.replace(/[.*+?^${}()|[\]\\\/-]/g, "\\$&");
