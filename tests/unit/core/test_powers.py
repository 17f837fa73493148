"""Powers of our own are right."""

import random

import pytest

from ewala.core.powers import power

CLOSE = 1e-12


def test_powers_are_right() -> None:
    rng = random.Random(3)
    bases = [*(rng.random() for _ in range(2000)), *(rng.random() ** 20 for _ in range(200)), 0.5, 1e-15, 1 - 1e-15]
    for base in bases:
        for exponent in (1.0, 0.644, 1.086, rng.uniform(0.3, 2.0)):
            assert power(base, exponent) == pytest.approx(base**exponent, rel=CLOSE)


def test_what_is_certain_or_impossible_stays_so() -> None:
    assert [power(1.0, 0.6), power(0.0, 0.6)] == [1.0, 0.0]


def test_powers_rise_with_what_is_raised() -> None:
    raised = [power(n / 4096, 0.644) for n in range(4097)]
    assert raised == sorted(set(raised))
