"""The test that ends games early: what it promises, held against simulated bots of known strength."""

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from ewala.lab.arena.sequential import FEWEST, Hypotheses, SequentialTest


def decided(share: float, hypotheses: Hypotheses, rng: random.Random) -> tuple[str | None, int]:
    """What is found of a pair whose first bot wins that share, two games a deal."""
    test = SequentialTest(hypotheses)
    while test.decision is None:
        test.add(sum(rng.random() < share for _ in range(2)) / 2 - 0.5)
    return test.decision, test.deals


def rates(share: float, runs: int = 600) -> Iterator[tuple[str | None, float]]:
    rng = random.Random(7)
    counted = Counter(decided(share, Hypotheses(0.1), rng)[0] for _ in range(runs))
    return ((decision, count / runs) for decision, count in counted.items())


# A rate of 5 % in 600 runs is found below 7.8 % all but once in a thousand times.
TOLERATED = 0.078


def test_even_bots_are_seldom_told_apart() -> None:
    found = dict(rates(0.5))
    assert found.get("first", 0) + found.get("second", 0) <= TOLERATED


@pytest.mark.parametrize(("share", "stronger"), [(0.6, "first"), (0.4, "second")])
def test_an_edge_of_the_margin_is_seldom_missed(share: float, stronger: str) -> None:
    assert dict(rates(share))[stronger] >= 1 - TOLERATED


def test_the_wrong_one_is_hardly_ever_called_the_stronger() -> None:
    assert dict(rates(0.6)).get("second", 0) <= 0.005


# As wide and as lopsided as deals were measured: up to 0.28 without skew, up to 0.15 with one of 1.2 (here 2). Deals
# that are both wide and lopsided go wrong more often than promised: docs/arena.md says how often.
WITHOUT_LUCK: dict[str, Callable[[random.Random], float]] = {
    "wide": lambda rng: rng.gauss(0, 0.3),
    "lopsided": lambda rng: 0.15 * (rng.expovariate(1) - 1),
    "lopsided the other way": lambda rng: 0.15 * (1 - rng.expovariate(1)),
}


@pytest.mark.parametrize("spread", WITHOUT_LUCK.values(), ids=WITHOUT_LUCK)
def test_likewise_for_results_without_luck_which_have_no_bounds(spread: Callable[[random.Random], float]) -> None:
    rng = random.Random(5)

    def decisions(edge: float) -> Counter[str | None]:
        found = Counter[str | None]()
        for _ in range(600):
            test = SequentialTest(Hypotheses(0.1))
            while test.decision is None:
                test.add(edge + spread(rng))
            found[test.decision] += 1
        return found

    assert decisions(0.0)["alike"] >= 600 * (1 - TOLERATED)
    assert decisions(0.1)["first"] >= 600 * (1 - TOLERATED)


def test_a_great_difference_is_found_soon_and_a_small_one_takes_long() -> None:
    rng = random.Random(3)
    great = [decided(0.95, Hypotheses(0.05), rng)[1] for _ in range(50)]
    none = [decided(0.5, Hypotheses(0.05), rng)[1] for _ in range(50)]
    assert max(great) < 40 < sum(none) / len(none)


def test_nothing_is_decided_before_a_few_deals() -> None:
    test = SequentialTest(Hypotheses(0.4))
    for _ in range(FEWEST - 1):
        assert test.add(0.5) is None
    assert test.add(0.5) == "first"


def test_what_follows_a_decision_changes_nothing() -> None:
    test = SequentialTest(Hypotheses(0.4))
    for _ in range(FEWEST):
        test.add(-0.5)
    assert test.decision == "second"
    for _ in range(100):
        assert test.add(0.5) == "second"
    assert test.deals == FEWEST


def test_deals_that_all_end_even_make_bots_alike() -> None:
    test = SequentialTest(Hypotheses(0.1))
    while test.decision is None and test.deals < 1000:
        test.add(0.0)
    assert test.decision == "alike"
