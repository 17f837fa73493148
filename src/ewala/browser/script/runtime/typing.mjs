/** Python's typing, where it does something. */
import { AssertionError, repr } from "./python.mjs";

export function assert_never(value) {
  throw AssertionError(`nobody expected ${repr(value)}`);
}
