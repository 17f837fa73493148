"""Clocks and events of a table."""

import json
from typing import get_args

import msgspec
import pytest

from ewala.core.errors import BadSetup
from ewala.tables import events
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


SETTINGS = events.Settings(clock=ClockRule("real-time", 60, 5), confirm=True, listed=True, title='"Sunday" é')
EVENTS: list[events.Event] = [
    events.Created(game="kingdom-run", parameters={"edition": "en"}, settings=SETTINGS, commitment="ab" * 32, at=1),
    events.SatDown(seat="K", name="Anna", promise="cd" * 32, portrait="light-night", at=2),
    events.BotSat(seat="S", bot="random", at=3),
    events.StoodUp(seat="K", at=4),
    events.Closed(seat="F", at=5),
    events.Started(parameters={"players": "KS"}, at=6),
    events.Moved(seat="O", move="10>3a", client="c1", seen="?>3a", at=7),
    events.Rolled(move="!DDLX", at=8),
    events.TakenBack(seat="O", at=9),
    events.Confirmed(seat="O", at=10),
    events.Resigned(seat="C", at=11),
    events.Replaced(seat="C", bot="greedy", because="clock", at=12),
    events.Returned(seat="C", at=13),
    events.RematchOffered(table="abcdefghjk", seats={"K": "S", "S": "K"}, at=14),
    events.RematchWished(seat="K", at=14),
    events.Said(seat=None, name="", text="welcome", at=15),
    events.HintsAllowed(seat="K", allowed=True, at=16),
    events.ClocksStood(since=10, at=17),
    events.BrokenOff(note="", at=17),
    events.BrokenOff(note="Good night", at=17),
    events.PartsAsked(at=17),
    events.PartShown(seat="K", part="luck", at=18),
    events.PartMissed(seat="S", at=19),
]


def test_all_kinds_are_here() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(events.Event))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_comes_back_as_it_was(event: events.Event) -> None:
    data = events.encode_event(event)
    assert events.decode_event(data) == event
    assert set(json.loads(data)) >= {"type", "at"}


@pytest.mark.parametrize("data", [b"", b"{}", b'{"type":"danced","at":1}', b'{"type":"rolled","at":1}', b"\xff"])
def test_what_is_no_event_is_not_read(data: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
        events.decode_event(data)
