"""Random draws that are the same everywhere."""

import itertools
from collections import Counter
from collections.abc import Callable

import pytest

from ewala.core.compiled import twin
from ewala.core.rng import begun, draw, seeded

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
