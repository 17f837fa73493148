"""Clocks: what is left to whom, and which rules can be."""

import pytest

from ewala.core.errors import BadSetup
from ewala.tables.clock import GRACE, LONGEST, ClockRule, Clocks

SEATS = ("K", "S")


def clocks(rule: ClockRule, seat: str | None = "K", now: int = 1000) -> Clocks:
    made = Clocks(rule, SEATS)
    made.switch(seat, now)
    return made


REAL_TIME = ClockRule("real-time", 60, 5)
CORRESPONDENCE = ClockRule("correspondence", 60)


@pytest.mark.parametrize(
    "rule",
    [
        ClockRule(),
        ClockRule("real-time", 5),
        ClockRule("real-time", LONGEST, 3600),
        ClockRule("correspondence", LONGEST),
    ],
)
def test_rules_that_can_be(rule: ClockRule) -> None:
    rule.check()


@pytest.mark.parametrize(
    "rule",
    [
        ClockRule("none", 60),
        ClockRule("none", 0, 5),
        ClockRule("real-time"),
        ClockRule("real-time", 4),
        ClockRule("real-time", LONGEST + 1),
        ClockRule("real-time", 60, -1),
        ClockRule("real-time", 60, 3601),
        ClockRule("correspondence", 60, 5),
        ClockRule("correspondence", -60),
    ],
)
def test_rules_that_cannot_be(rule: ClockRule) -> None:
    with pytest.raises(BadSetup) as refused:
        rule.check()
    assert refused.value.code == "setup/clock"


def test_one_clock_runs_and_never_below_zero() -> None:
    made = clocks(REAL_TIME)
    assert made.shown(1000) == {"K": 60_000, "S": 60_000}
    assert made.shown(31_000) == {"K": 30_000, "S": 60_000}
    assert made.shown(100_000) == {"K": 0, "S": 60_000}
    assert made.runs_out_at() == 61_000


def test_time_that_goes_backwards_takes_nothing() -> None:
    assert clocks(REAL_TIME).shown(0) == {"K": 60_000, "S": 60_000}


def test_who_stops_gets_the_increment() -> None:
    made = clocks(REAL_TIME)
    made.switch("S", 11_000)
    assert made.shown(12_000) == {"K": 55_000, "S": 59_000}
    assert made.runs_out_at() == 71_000


def test_who_stops_gets_a_new_turns_time() -> None:
    made = clocks(CORRESPONDENCE)
    made.switch("S", 51_000)
    assert made.shown(52_000) == {"K": 60_000, "S": 59_000}


def test_to_go_on_is_no_switch() -> None:
    made = clocks(REAL_TIME)
    made.switch("K", 11_000)
    assert made.left("K", 11_000) == 50_000


def test_nobody_s_clock_may_run() -> None:
    made = clocks(REAL_TIME)
    made.switch(None, 11_000)
    assert made.runs_out_at() is None
    assert made.shown(500_000) == {"K": 55_000, "S": 60_000}


def test_who_comes_back_has_time_to_think_from_now_on() -> None:
    made = clocks(REAL_TIME)
    made.give("K", 200_000)
    assert made.left("K", 200_000) == GRACE
    assert made.runs_out_at() == 200_000 + GRACE


def test_who_comes_back_with_time_left_keeps_it() -> None:
    made = clocks(REAL_TIME)
    made.give("K", 11_000)
    assert made.left("K", 12_000) == 49_000
    made.give("S", 12_000)
    assert made.left("S", 99_000) == 60_000


def test_without_clocks_there_is_nothing_to_show() -> None:
    made = clocks(ClockRule())
    assert made.shown(10**9) == {}
    assert made.runs_out_at() is None


@pytest.mark.parametrize(
    ("since", "until", "left"),
    [
        (2_000, 9_000, 52_000),  # while it ran: 8 of 15 seconds count
        (500, 9_000, 53_000),  # it was started in the middle of it
        (100, 900, 45_000),  # it was started afterwards, and is not touched
        (9_000, 4_000, 40_000),  # the server's clock was set back meanwhile: 8 s before it, 12 after it
    ],
)
def test_an_outage_is_left_out_of_the_clock_that_ran_then(since: int, until: int, left: int) -> None:
    made = clocks(REAL_TIME, now=1_000)
    made.stand(since, until)
    assert made.left("K", 16_000) == left
