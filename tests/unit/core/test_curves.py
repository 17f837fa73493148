"""Exponentials of our own: right, and the same to the last bit interpreted and compiled."""

import math
import random
import struct

import pytest

from ewala.core import curves
from ewala.core.compiled import twin

CLOSE = 1e-12


def numbers(low: float, high: float) -> list[float]:
    rng = random.Random(4)
    near, far = [rng.gauss(0, 0.1) for _ in range(1000)], [rng.uniform(low, high) for _ in range(4000)]
    return [*near, *far, low, high, 0.0, -0.0]


def bits(values: list[float]) -> bytes:
    return struct.pack(f"{len(values)}d", *values)


def test_exponentials_are_right() -> None:
    for x in numbers(curves.LOWEST, curves.HIGHEST):
        assert curves.exp(x) == pytest.approx(math.exp(x), rel=CLOSE)
    assert curves.exp(0.0) == 1.0


def test_what_is_far_too_small_is_nothing() -> None:
    assert curves.exp(curves.LOWEST - 0.1) == curves.exp(-1e300) == 0.0


def test_exponentials_rise() -> None:
    """No step down where one power of two takes over from the next."""
    found = [curves.exp(n / 512) for n in range(-4000, 4000)]
    assert found == sorted(set(found))


def test_tangents_are_right_and_odd() -> None:
    for x in numbers(-30.0, 30.0):
        assert curves.tanh(x) == pytest.approx(math.tanh(x), abs=CLOSE)
        assert curves.tanh(-x) == -curves.tanh(x)


@pytest.mark.parametrize("name", ["exp", "tanh"])
def test_compiled_they_say_the_same_to_the_last_bit(name: str) -> None:
    plain, compiled = getattr(curves, name), getattr(twin(curves.__name__), name)
    found = numbers(curves.LOWEST, curves.HIGHEST)
    assert bits([plain(x) for x in found]) == bits([compiled(x) for x in found])
