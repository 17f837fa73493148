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
export function comb(of, chosen) {
  return Math.round(factorial(of) / factorial(chosen) / factorial(of - chosen));
}
