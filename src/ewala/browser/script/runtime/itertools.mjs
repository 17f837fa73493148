/** Python's itertools, as far as scripts use it. */
import { add, eq, range, truth } from "./python.mjs";

export function* pairwise(values) {
  let before;
  let begun = false;
  for (const value of values) {
    if (begun) yield [before, value];
    before = value;
    begun = true;
  }
}
export function* accumulate(values, work = add, initial) {
  let all = initial;
  let begun = initial !== undefined;
  if (begun) yield all;
  for (const value of values) {
    all = begun ? work(all, value) : value;
    begun = true;
    yield all;
  }
}
accumulate._takes = [["iterable", "func", "initial"], 3, false];
export function* chain(...lists) {
  for (const list of lists) yield* list;
}
chain.$from_iterable = function* (lists) {
  for (const list of lists) yield* list;
};
export function* count(first = 0, step = 1) {
  for (let n = first; ; n += step) yield n;
}
export function* islice(values, from, to) {
  const [first, after] = to === undefined ? [0, from] : [from, to ?? Infinity];
  let n = 0;
  if (after <= first) return;
  for (const value of values) {
    if (n >= first) yield value;
    if (++n >= after) return;
  }
}
export function* takewhile(test, values) {
  for (const value of values) {
    if (!truth(test(value))) return;
    yield value;
  }
}
export function* product(...lists) {
  if (!lists.length) yield [];
  else for (const first of lists[0]) for (const rest of product(...lists.slice(1))) yield [first, ...rest];
}
export function* combinations(values, size) {
  const all = [...values];
  const pick = function* (from, left) {
    if (!left) yield [];
    else for (let n = from; n <= all.length - left; n++) for (const rest of pick(n + 1, left - 1)) yield [all[n], ...rest];
  };
  yield* pick(0, size);
}
export function* combinations_with_replacement(values, size) {
  const all = [...values];
  const pick = function* (from, left) {
    if (!left) yield [];
    else for (let n = from; n < all.length; n++) for (const rest of pick(n, left - 1)) yield [all[n], ...rest];
  };
  yield* pick(0, size);
}
export function* permutations(values, size) {
  const all = [...values];
  const pick = function* (used, left) {
    if (!left) yield [];
    else for (const n of range(all.length)) if (!used.includes(n)) for (const rest of pick([...used, n], left - 1)) yield [all[n], ...rest];
  };
  yield* pick([], size ?? all.length);
}
export function* groupby(values, key = (value) => value) {
  let group = null;
  for (const value of values) {
    const now = key(value);
    if (group && eq(group[0], now)) group[1].push(value);
    else {
      if (group) yield group;
      group = [now, [value]];
    }
  }
  if (group) yield group;
}
export function* repeat(value, times = Infinity) {
  for (let n = 0; n < times; n++) yield value;
}
