"""Decisions by what they cost: a size, and how accurate a player was, all in all."""

import pytest

from ewala.kit.analysis import Step
from ewala.kit.mistakes import accuracy_of, mistakes_of, size_of


def step(seat: str, loss: float = 0.0) -> Step:
    return Step(0, seat, "", "decision" if seat else "chance", {}, {}, {}, loss)


def test_what_costs_nothing_is_all_accurate() -> None:
    assert accuracy_of([0.0, 0.0]) == accuracy_of([]) == 1.0


@pytest.mark.parametrize(
    ("loss", "size", "most"), [(0.01, "slip", 0.905), (0.04, "mistake", 0.671), (0.1, "blunder", 0.368)]
)
def test_a_decision_counts_for_less_the_more_it_cost(loss: float, size: str, most: float) -> None:
    assert size_of(loss) == size
    assert accuracy_of([loss]) == pytest.approx(most, abs=0.001)
    assert accuracy_of([loss + 0.01]) < accuracy_of([loss])


def test_a_players_accuracy_is_the_average_of_their_own_decisions() -> None:
    steps = [step("K", 0.1), step("", 0.0), step("S", 0.5), step("K"), step("K")]
    assert mistakes_of(steps, "K").accuracy == pytest.approx((2 + accuracy_of([0.1])) / 3)
    assert mistakes_of(steps, "S").accuracy == accuracy_of([0.5])


def test_no_decision_makes_up_for_another() -> None:
    assert accuracy_of([0.0] * 9 + [1.0]) == pytest.approx(0.9, abs=1e-4)
    assert 0 < accuracy_of([1.0]) < 0.001
