"""Powers of numbers between 0 and 1: the same to the last bit on every machine, as `curves` has exponentials."""

from ewala.core.curves import exp

__all__ = ["power"]

_LEAST = 0.7071067811865476  # half the root of 2: numbers from here to its double have small logarithms
_LN_2 = 0.6931471805599453
_ODD = tuple(1.0 / n for n in range(19, 0, -2))  # what the powers of a quotient are divided by, the highest first


def power(base: float, exponent: float) -> float:
    """A number from 0 to 1 raised to a positive power, to 12 digits."""
    return exp(exponent * _logarithm(base)) if base > 0.0 else 0.0


def _logarithm(x: float) -> float:
    """The natural logarithm: twice the area tangent of (x - 1) / (x + 1), once x is near 1."""
    doubled = 0
    while x < _LEAST:
        x *= 2.0  # which is exact
        doubled += 1
    quotient = (x - 1.0) / (x + 1.0)
    square, area = quotient * quotient, 0.0
    for part in _ODD:
        area = area * square + part
    return 2.0 * quotient * area - doubled * _LN_2
