/** Python's operator, as far as scripts use it. */
import { add, at, mul } from "./python.mjs";

export const index = (value) => value;
export const itemgetter = (key) => (value) => at(value, key);
export const attrgetter = (name) => (value) => value["$" + name];
export { add, mul };
