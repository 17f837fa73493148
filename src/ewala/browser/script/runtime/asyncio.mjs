/** What waits, by JavaScript's own promises. */
import { RuntimeError, cls } from "./python.mjs";

/** A value that is yet to come; whoever waits for it has it by `then`. */
const Future = cls("Future", [], {}, {
  $__init__() {
    this.settled = false;
    this.promise = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    this.promise.catch(() => {}); // nobody has to wait
  },
  $done() {
    return this.settled;
  },
  $cancelled: () => false,
  $set_result(value) {
    this.settle(() => this.resolve(value));
  },
  $set_exception(error) {
    this.settle(() => this.reject(error));
  },
  settle(how) {
    if (this.settled) throw RuntimeError("it is settled already");
    this.settled = true;
    how();
  },
  then(...told) {
    return this.promise.then(...told);
  },
});
const loop = {
  $create_future: () => Future(),
  $call_soon: (work, ...given) => queueMicrotask(() => work(...given)),
  $call_later: (seconds, work, ...given) => setTimeout(() => work(...given), seconds * 1000),
  $time: () => performance.now() / 1000,
};
export const get_running_loop = () => loop;
export const sleep = (seconds) => new Promise((resolve) => setTimeout(() => resolve(null), seconds * 1000));
