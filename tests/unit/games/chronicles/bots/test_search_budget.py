"""A search ends with its iterations, and before its time is up."""

import pytest

from ewala.games.chronicles.bots import search_budget
from ewala.games.chronicles.bots.search_budget import SearchBudget


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now


def test_it_counts_iterations() -> None:
    counted = SearchBudget(7, None)
    assert [counted.go_on(price) for price in (3, 3, 3, 1, 1)] == [True, True, False, True, False]


def test_it_stops_before_a_look_that_would_take_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(search_budget, "time", clock)
    timed = SearchBudget(None, 1.0)
    clock.now = 0.3  # a first, broad look, which says nothing about those to come
    looks = 0
    while timed.go_on(1):
        clock.now += 0.2
        looks += 1
    assert looks == 3
    assert clock.now <= 1.0


def test_without_limits_it_goes_on() -> None:
    assert SearchBudget(None, None).go_on(1)


def test_it_says_when_part_of_the_time_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(search_budget, "time", clock)
    timed, counted = SearchBudget(None, 2.0), SearchBudget(5, None)
    clock.now = 1.4
    assert (timed.late(0.75), timed.late(0.5), counted.late(0.0)) == (False, True, False)
