"""Every kind of event comes back from its JSON as it was."""

import json
from typing import get_args

import msgspec
import pytest

from ewala.tables.clock import ClockRule
from ewala.tables.events import (
    BotSat,
    BrokenOff,
    ClocksStood,
    Closed,
    Confirmed,
    Created,
    Event,
    HintsAllowed,
    Moved,
    PartMissed,
    PartsAsked,
    PartShown,
    RematchOffered,
    RematchWished,
    Replaced,
    Resigned,
    Returned,
    Rolled,
    Said,
    SatDown,
    Settings,
    Started,
    StoodUp,
    TakenBack,
    decode_event,
    encode_event,
)

SETTINGS = Settings(clock=ClockRule("real-time", 60, 5), confirm=True, listed=True, title='"Sunday" é')
EVENTS: list[Event] = [
    Created(game="kingdom-run", parameters={"edition": "en"}, settings=SETTINGS, commitment="ab" * 32, at=1),
    SatDown(seat="K", name="Anna", promise="cd" * 32, portrait="light-night", at=2),
    BotSat(seat="S", bot="random", at=3),
    StoodUp(seat="K", at=4),
    Closed(seat="F", at=5),
    Started(parameters={"players": "KS"}, at=6),
    Moved(seat="O", move="10>3a", client="c1", seen="?>3a", at=7),
    Rolled(move="!DDLX", at=8),
    TakenBack(seat="O", at=9),
    Confirmed(seat="O", at=10),
    Resigned(seat="C", at=11),
    Replaced(seat="C", bot="greedy", because="clock", at=12),
    Returned(seat="C", at=13),
    RematchOffered(table="abcdefghjk", seats={"K": "S", "S": "K"}, at=14),
    RematchWished(seat="K", at=14),
    Said(seat=None, name="", text="welcome", at=15),
    HintsAllowed(seat="K", allowed=True, at=16),
    ClocksStood(since=10, at=17),
    BrokenOff(note="", at=17),
    BrokenOff(note="Good night", at=17),
    PartsAsked(at=17),
    PartShown(seat="K", part="luck", at=18),
    PartMissed(seat="S", at=19),
]


def test_all_kinds_are_here() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(Event))


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_comes_back_as_it_was(event: Event) -> None:
    data = encode_event(event)
    assert decode_event(data) == event
    assert set(json.loads(data)) >= {"type", "at"}


@pytest.mark.parametrize("data", [b"", b"{}", b'{"type":"danced","at":1}', b'{"type":"rolled","at":1}', b"\xff"])
def test_what_is_no_event_is_not_read(data: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
        decode_event(data)
