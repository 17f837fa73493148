"""A table that is decided by whoever asks first, with a list in memory for its keeper."""

from typing import Any

import pytest
from on_disk import seated

from ewala.core.dice import Dice
from ewala.core.errors import EwalaError
from ewala.tables.audience import Audience, EventBatch
from ewala.tables.broadcast import Group
from ewala.tables.commands import Change, bot_confirms, bot_moves, bot_to_act
from ewala.tables.events import Event, encode_event
from ewala.tables.keeper import Addition, Done, Lost, MemoryKeeper
from ewala.tables.kept import Kept, Stored
from ewala.tables.problems import Unavailable
from ewala.tables.room import MOST_WAITING, Room

DICE = Dice(bytes(range(32)))
NOW = 5000


def kept_in_memory() -> MemoryKeeper:
    events = [encode_event(event) for event in seated(DICE).events]
    return MemoryKeeper(Stored("t", "", "", DICE.secret, {"K": "kay", "S": "sue"}, events))


def room_at(keeper: Any) -> Room:
    stored = keeper.stored._replace(events=list(keeper.stored.events))
    kept = Kept(stored)
    audience = Audience("t", kept, lambda: NOW)
    return Room(stored, kept, keeper, audience, lambda: NOW, lambda room: None, lambda room: None)


def allow(seat: str, allowed: bool = True) -> Change:
    return lambda table, now: table.allow_hints(seat, allowed, now)


class Device:
    """Hears what it is told."""

    def __init__(self) -> None:
        self.heard: list[EventBatch | bytes] = []

    def tell(self, entry: EventBatch | bytes) -> None:
        self.heard.append(entry)

    def close(self, line: bytes, code: str) -> None:
        self.heard.append(line)


def test_what_one_room_adds_the_other_hears_of_and_tells() -> None:
    keeper = kept_in_memory()
    here, there, device = room_at(keeper), room_at(keeper), Device()
    there.audience.enter(Group((), "en"), device)
    answers: list[int | EwalaError] = []
    here.carry_out(allow("K"), answers.append, by="K")
    assert answers == [here.kept.seq]
    assert there.kept.seq == here.kept.seq == len(keeper.stored.events)
    assert [entry.last for entry in device.heard if isinstance(entry, EventBatch)] == [there.kept.seq]


class Late(MemoryKeeper):
    """Does not say what was added."""

    def subscribe(self, heard: Any) -> None:
        pass


def test_a_change_that_comes_late_is_decided_again_by_what_is_true_then() -> None:
    keeper = Late(kept_in_memory().stored)
    here, there = room_at(keeper), room_at(keeper)
    answers: list[int | EwalaError] = []
    here.carry_out(allow("K"), answers.append)
    there.carry_out(allow("K"), answers.append)  # which has happened already: there is nothing left to do
    there.carry_out(allow("S"), answers.append)
    seq = len(keeper.stored.events)
    assert answers == [seq - 1, seq - 1, seq]
    assert there.kept.sitters["K"].hints


def test_nobody_is_refused_for_what_is_not_true_any_more() -> None:
    keeper = Late(kept_in_memory().stored)
    here, there = room_at(keeper), room_at(keeper)
    answers: list[int | EwalaError] = []
    here.carry_out(lambda table, now: table.start(now), answers.append)
    there.carry_out(lambda table, now: table.resign("K", "random", now), answers.append)
    assert answers[1] == len(keeper.stored.events)
    assert there.kept.status == "over"


class Slow(MemoryKeeper):
    """Keeps something when it is told to, or not."""

    shared = False

    def __init__(self, stored: Stored) -> None:
        super().__init__(stored)
        self.held: list[tuple[Addition, Done, Lost]] = []

    def append(self, addition: Addition, done: Done, lost: Lost) -> None:
        self.held.append((addition, done, lost))

    def go_on(self) -> None:
        super().append(*self.held.pop(0))


def test_commands_are_decided_one_after_another() -> None:
    keeper = Slow(kept_in_memory().stored)
    room, answers = room_at(keeper), list[int | EwalaError]()
    before = room.kept.seq
    room.carry_out(allow("K"), answers.append)
    room.carry_out(allow("K", False), answers.append)
    assert (len(keeper.held), room.waiting, room.busy) == (1, 1, True)
    keeper.go_on()
    assert answers == [before + 1]
    keeper.go_on()
    assert answers == [before + 1, before + 2]
    assert not room.kept.sitters["K"].hints


def test_what_is_lost_has_changed_nothing() -> None:
    keeper = Slow(kept_in_memory().stored)
    room, answers = room_at(keeper), list[int | EwalaError]()
    before, lost = room.kept.seq, Unavailable("server/storage", "it could not be stored")
    room.carry_out(allow("K"), answers.append)
    keeper.held.pop()[2](lost, False)
    assert answers == [lost]
    room.carry_out(allow("S"), answers.append)
    keeper.go_on()
    assert answers[1:] == [before + 1]
    assert not room.kept.sitters["K"].hints


def test_a_table_of_which_too_much_is_asked_says_so() -> None:
    room, answers = room_at(Slow(kept_in_memory().stored)), list[int | EwalaError]()
    for _ in range(MOST_WAITING + 2):
        room.carry_out(allow("K"), answers.append)
    [refusal] = answers
    assert isinstance(refusal, EwalaError)
    assert refusal.code == "table/busy"


def test_a_bot_that_has_lost_its_seat_does_nothing() -> None:
    table = seated(DICE)
    table.start(0)
    seat = table.to_act
    assert seat is not None
    assert bot_to_act(table) is None
    nothing: list[Event] = []
    assert bot_moves(seat, "r:-", table.ply)(table, NOW) == nothing
    assert bot_confirms(seat)(table, NOW) == nothing
    table.replace(seat, "random", "host", NOW)
    assert bot_to_act(table) == seat
    assert bot_moves(seat, "r:-", table.ply)(table, NOW) != nothing


@pytest.mark.parametrize("damage", ["gone", "unreadable"])
def test_a_table_that_cannot_be_followed_is_given_up(damage: str, caplog: pytest.LogCaptureFixture) -> None:
    class Damaged(Late):
        def read(self, after: int, found: Any, failed: Any) -> None:
            if damage == "gone":
                found(None)
            else:
                self.stored.events[after:] = [b"{}"]
                super().read(after, found, failed)

    room = room_at(Damaged(kept_in_memory().stored))
    device, ruined = Device(), list[Room]()
    room._on_ruin = ruined.append
    room.audience.enter(Group((), "en"), device)
    room.may_have_grown(room.kept.seq + 1)
    assert ruined == [room]
    assert b'"closing"' in device.heard[-1]
    assert "cannot be followed" in caplog.text
