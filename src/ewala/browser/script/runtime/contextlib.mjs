/** Python's contextlib, as far as scripts use it. */
import { isinstance } from "./python.mjs";

export const suppress = (...kinds) => ({
  $__enter__() {},
  $__exit__: (kind, error) => error != null && isinstance(error, kinds),
});
/** A generator as something to enter: up to its `yield`, and on from there. */
export const contextmanager = (work) => (...given) => {
  const running = work(...given);
  return {
    $__enter__: () => running.next().value,
    $__exit__(kind, error) {
      if (error == null) running.next();
      else running.throw(error); // where it is not caught there, it goes on
      return error != null;
    },
  };
};
