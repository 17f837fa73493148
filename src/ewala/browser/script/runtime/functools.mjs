/** Python's functools, as far as scripts use it. */
import { Dict } from "./python.mjs";

export function cache(work) {
  const kept = new Dict();
  return function (...given) {
    const key = given.length === 1 ? given[0] : given;
    if (!kept.$__contains__(key)) kept.$__setitem__(key, work(...given));
    return kept.$__getitem__(key);
  };
}
export const lru_cache = (most) => (typeof most === "function" ? cache(most) : cache);
lru_cache._takes = [["maxsize"], 1, false];
export const partial = (work, ...given) => (...more) => work(...given, ...more);
export function reduce(work, values, ...first) {
  let all = first[0];
  let begun = first.length > 0;
  for (const value of values) {
    all = begun ? work(all, value) : value;
    begun = true;
  }
  return all;
}
export const wraps = () => (work) => work;
