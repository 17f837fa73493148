/** Python's bisect. */
import { lt } from "./python.mjs";

export function bisect_right(values, value) {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lt(value, values[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
export function bisect_left(values, value) {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lt(values[middle], value)) low = middle + 1;
    else high = middle;
  }
  return low;
}
export const bisect = bisect_right;
