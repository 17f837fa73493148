/** Fractions, in lowest terms. */
import { cls } from "./python.mjs";

const common = (a, b) => (b ? common(b, a % b) : a);
export const Fraction = cls("Fraction", [], {}, {
  $__init__(above, below = 1) {
    const by = common(above, below);
    [this.$numerator, this.$denominator] = [above / by, below / by];
  },
  $__eq__(other) {
    return other?.$numerator === this.$numerator && other.$denominator === this.$denominator;
  },
  $__str__() {
    return this.$denominator === 1 ? String(this.$numerator) : `${this.$numerator}/${this.$denominator}`;
  },
});
