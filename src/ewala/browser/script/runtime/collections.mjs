/** Python's collections, as far as scripts use it. */
import { Dict, add, pairs, taking } from "./python.mjs";

class CounterOf extends Dict {
  $__missing__() {
    return 0;
  }
  $update(values) {
    if (values instanceof Dict) for (const [key, value] of pairs(values)) this.$__setitem__(key, add(this.$__getitem__(key), value));
    else for (const value of values) this.$__setitem__(value, add(this.$__getitem__(value), 1));
  }
  $total() {
    return this.$values().reduce((sum, count) => sum + count, 0);
  }
  $elements() {
    return this.$items().flatMap(([value, count]) => Array(Math.max(0, count)).fill(value));
  }
  $most_common(most) {
    return this.$items().sort(([, a], [, b]) => b - a).slice(0, most ?? undefined);
  }
  $copy() {
    return Counter(this);
  }
  $__sub__(other) {
    const left = new CounterOf();
    for (const [key, count] of this.$items()) if (count > other.$__getitem__(key)) left.$__setitem__(key, count - other.$__getitem__(key));
    return left;
  }
  $__add__(other) {
    const sum = this.$copy();
    sum.$update(other);
    return sum;
  }
}
export function Counter(values = []) {
  const counter = new CounterOf();
  counter.$update(values);
  return counter;
}
export function defaultdict(factory, given) {
  const made = new Dict(pairs(given));
  made.$__missing__ = function (key) {
    const value = factory();
    this.$__setitem__(key, value);
    return value;
  };
  return made;
}
export const deque = (values = []) => [...values];
class OrderedDictOf extends Dict {
  $move_to_end(key, last = true) {
    const pair = [key, this.$pop(key)];
    const others = last ? [] : [...this.map];
    if (!last) this.map.clear();
    this.$__setitem__(...pair);
    for (const [name, other] of others) this.map.set(name, other);
  }
  $popitem(last = true) {
    if (last || !this.map.size) return super.$popitem();
    const [[name, pair]] = this.map;
    this.map.delete(name);
    return [...pair];
  }
}
taking(OrderedDictOf.prototype.$move_to_end, "key", "last");
taking(OrderedDictOf.prototype.$popitem, "last");
export const OrderedDict = (given) => new OrderedDictOf(pairs(given));
