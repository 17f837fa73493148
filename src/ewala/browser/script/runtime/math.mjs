/** Python's math, as far as scripts use it. */
export function factorial(number) {
  let product = 1;
  for (let n = 2; n <= number; n++) product *= n;
  return product;
}
export const { sqrt, log, exp, ceil, floor, tanh } = Math;
export const inf = Infinity;
export const isfinite = Number.isFinite;
export const isclose = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
export function prod(values) {
  let product = 1;
  for (const value of values) product *= value;
  return product;
}
/** A sum rounded once: partial sums that do not overlap are kept, the smallest first. */
export function fsum(values) {
  let partials = [];
  for (let value of values) {
    const kept = [];
    for (let partial of partials) {
      if (Math.abs(value) < Math.abs(partial)) [value, partial] = [partial, value];
      const high = value + partial;
      const low = partial - (high - value);
      if (low) kept.push(low);
      value = high;
    }
    partials = [...kept, value];
  }
  let high = 0;
  let low = 0;
  while (partials.length && !low) {
    const [sum, partial] = [high, partials.pop()];
    high = sum + partial;
    low = partial - (high - sum);
  }
  // Half way between two numbers, what is left decides.
  if (partials.length && low < 0 === partials.at(-1) < 0) {
    const further = high + 2 * low;
    if (2 * low === further - high) high = further;
  }
  return high;
}
export function comb(of, chosen) {
  return Math.round(factorial(of) / factorial(chosen) / factorial(of - chosen));
}
