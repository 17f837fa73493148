"""Bits, random draws, exponentials and powers: right, and the same interpreted and compiled."""

import itertools
import math
import random
import struct
from collections import Counter
from collections.abc import Callable

import pytest

from ewala.core import curves
from ewala.core.bits import lowest, nth, popcount
from ewala.core.compiled import twin
from ewala.core.powers import power
from ewala.core.rng import begun, draw, seeded


def test_the_lowest_member_of_a_set() -> None:
    for member, more in itertools.product(range(32), (0, 0xFFFFFFFF, 0xA5A5A5A5, 1 << 31)):
        members = 1 << member | (more >> member << member)
        assert lowest(members) == member, members


def test_members_of_a_set_are_counted_and_found_by_their_place() -> None:
    for of in (0, 1, 0xFFFFFFFF, 0xA5A5A5A5, 1 << 31, 0x77777777, 0x00010203):
        there = [n for n in range(32) if (of >> n) & 1]
        assert popcount(of) == len(there), of
        assert [nth(of, n) for n in range(len(there))] == there, of
        assert int(twin("ewala.core.bits").popcount(of)) == len(there), of


Fits = Callable[[list[int], list[float]], bool]


def test_every_game_of_a_row_begins_elsewhere() -> None:
    """Neighbouring games and neighbouring seeds have nothing in common: about half of the 62 bits differ."""
    compiled = twin("ewala.core.rng")
    for key in (seeded(0), seeded(1)):
        firsts = [begun(key, game) for game in range(2000)]
        assert len(set(firsts)) == 2000
        assert firsts[:50] == [int(compiled.begun(key, game)) for game in range(50)]
        changes = [(a ^ b).bit_count() for a, b in itertools.pairwise(firsts)]
        assert 30 < sum(changes) / len(changes) < 32
        assert min(changes) > 10
    others = [(begun(seeded(0), game) ^ begun(seeded(1), game)).bit_count() for game in range(2000)]
    assert 30 < sum(others) / len(others) < 32
    assert all(0 < begun(seeded(2), game) <= 2**62 for game in (0, 1, 2**40, 2**62 - 1))
    assert len({begun(seeded(2), game) for game in (0, 1, 2**31, 2**32, 2**61)}) == 5


def test_the_first_draws_of_the_games_of_a_row_are_even(within_chance: Fits) -> None:
    rolls = Counter(draw([begun(seeded(5), game)], 6) for game in range(6000))
    assert within_chance([rolls[face] for face in range(6)], [1000.0] * 6)


def test_a_draw_is_multiply_with_carry_as_published() -> None:
    rng, word = [seeded(3)], seeded(3)
    for _ in range(100):
        low, carry = word % 2**32, word // 2**32
        word = 2131995753 * low + carry
        mixed = (word % 2**32) ^ (word // 2**32)
        assert draw(rng, 6) == mixed * 6 // 2**32
        assert rng == [word]


@pytest.mark.parametrize("n", [1, 2, 6, 11, 1000, 2**31])
def test_compiled_draws_are_the_same(n: int) -> None:
    import numpy as np

    compiled = twin("ewala.core.rng")
    plain, fast = [seeded(n)], np.array([seeded(n)], np.int64)
    for _ in range(500):
        number = draw(plain, n)
        assert 0 <= number < n
        assert int(compiled.draw(fast, n)) == number
    assert plain == fast.tolist()


@pytest.mark.parametrize("n", [2, 6, 10])
def test_pairs_of_draws_are_equally_likely(n: int, within_chance: Fits) -> None:
    rng = [seeded(n)]
    pairs = Counter((draw(rng, n), draw(rng, n)) for _ in range(20_000))
    cells = [(a, b) for a in range(n) for b in range(n)]
    assert within_chance([pairs[cell] for cell in cells], [20_000 / n**2] * len(cells))


def test_first_draws_of_neighbouring_seeds_are_unlike(within_chance: Fits) -> None:
    first = Counter(draw([seeded(seed)], 6) for seed in range(6000))
    assert within_chance([first[n] for n in range(6)], [1000.0] * 6)


def test_a_seed_is_any_whole_number_and_never_gives_a_stuck_state() -> None:
    words = [seeded(seed) for seed in (-1, 0, 1, 10**30)]
    assert len(set(words)) == 4
    assert all(0 < word < 2131995753 * 2**32 - 1 for word in words)


CLOSE = 1e-12


def numbers(low: float, high: float) -> list[float]:
    rng = random.Random(4)
    near, far = [rng.gauss(0, 0.1) for _ in range(1000)], [rng.uniform(low, high) for _ in range(4000)]
    return [*near, *far, low, high, 0.0, -0.0]


def bits(values: list[float]) -> bytes:
    return struct.pack(f"{len(values)}d", *values)


def test_exponentials_are_right() -> None:
    for x in numbers(curves.LOWEST, curves.HIGHEST):
        assert curves.exp(x) == pytest.approx(math.exp(x), rel=CLOSE, abs=0)
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
