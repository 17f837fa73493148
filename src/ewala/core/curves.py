"""Exponentials for kernels: the same to the last bit on every machine, where each C library rounds in its own way.

Sums, products and quotients are rounded alike everywhere, and nothing else is used.
"""

from ewala.core.kernels import kernel

__all__ = ["exp", "tanh"]

HIGHEST = 40.0  # an exponent of which the double still fits into a whole number's bits
LOWEST = -80.0  # below, there is nothing left that anybody would add to anything
_TURNS = 1.4426950408889634  # how many times ln 2 goes into 1
_HALVES = 0.6931471803691238  # ln 2 in two parts: multiples of the first are exact,
_REST = 1.9082149292705877e-10  # and this is the other
_BITS = 60  # a power of two up to here is a whole number


@kernel
def exp(x: float) -> float:
    """The exponential of a number up to `HIGHEST`, to 12 digits; 0 of one below `LOWEST`."""
    if x < LOWEST:
        return 0.0
    turns = int(x * _TURNS + 0.5) if x >= 0.0 else -int(0.5 - x * _TURNS)
    r = (x - turns * _HALVES) - turns * _REST
    square = r * r
    fourth = square * square
    low = (1.0 + r) + (1.0 / 2.0 + r * (1.0 / 6.0)) * square
    middle = (1.0 / 24.0 + r * (1.0 / 120.0)) + (1.0 / 720.0 + r * (1.0 / 5040.0)) * square
    high = (1.0 / 40320.0 + r * (1.0 / 362880.0)) + (1.0 / 3628800.0) * square
    power = low + (middle + high * fourth) * fourth
    if turns >= 0:
        return power * (1 << turns)
    if turns >= -_BITS:
        return power / (1 << -turns)
    return power / (1 << _BITS) / (1 << -turns - _BITS)


@kernel
def tanh(x: float) -> float:
    """The hyperbolic tangent, to 12 places."""
    twice = 2.0 * abs(x)
    size = 1.0 - 2.0 / (exp(twice) + 1.0) if twice < HIGHEST else 1.0
    return size if x >= 0.0 else -size
