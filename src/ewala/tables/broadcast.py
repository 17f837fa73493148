"""Events as lines of JSON for the devices at a table: written once for each group of them that may know the same.

What a line says of an event is made in views.py and words.py; what becomes of it on its way to a device, in outbox.py.
"""

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import msgspec

from ewala.core.state import Seat
from ewala.tables import views
from ewala.tables.events import Event, Moved, Rolled, Said, TakenBack
from ewala.tables.kept import PLIES, Kept
from ewala.tables.messages import Happened, Result, TableView, with_field
from ewala.tables.sentences import said_in
from ewala.tables.story import made_from, more_said_in
from ewala.tables.views import Moment

IN_THE_GAME = (Moved, Rolled, TakenBack, Said)  # events after which seats are as they were


Seats = tuple[Seat, ...]  # that a device holds


class Group(msgspec.Struct, frozen=True):
    """What devices have in common that are told the same: it is the name of their group."""

    seats: Seats
    language: str
    muted: bool = False
    explained: bool = False  # positions come with what the game says of them


class Happening(NamedTuple):
    """An event, and where it led."""

    seq: int
    event: Event
    moment: Moment | None = None
    result: Result | None = None  # of the game, if it is over
    ply: int = 0  # which move it was, from 1, if it was one and stands


def happenings_of(table: Kept, events: list[Event], now: int) -> list[Happening]:
    """The last events of a table, and where each led; what is expected of whom is known of the very last alone."""
    seq, ply = table.seq, table.ply
    moment = None if isinstance(events[-1], Said) else views.present_moment(table, now)
    result = views.result_of(table)
    happenings = []
    for event in reversed(events):
        plies = PLIES.get(type(event), 0)
        if plies and moment is None and table.match is not None:
            moment = Moment(table.match.state_at(ply), ply)
        happenings.append(Happening(seq, event, moment, result, ply if plies > 0 else 0))
        moment = result = None
        seq, ply = seq - 1, ply - plies
    happenings.reverse()
    return happenings


class Telling:
    """Some events that are told together; `view` is asked how the table stands, where that is told."""

    def __init__(self, table: Kept, view: Callable[[], TableView], happenings: list[Happening]) -> None:
        self._table = table
        self._view = view
        self._happenings = happenings
        self._hides = table.game.hides
        self._accounts: dict[tuple[int, Seats, str, bool], bytes] = {}
        self._lines: dict[tuple[int, Seats, str, bool, bool], bytes] = {}

    def lines(self, group: Group) -> list[bytes]:
        """A line for each event that the group hears of."""
        heard = self._happenings
        if group.muted:
            heard = [happening for happening in heard if not isinstance(happening.event, Said)]
        return [self._line(happening, group) for happening in heard]

    def _line(self, happening: Happening, group: Group) -> bytes:
        """An event and where it led. If nothing is hidden, all know the same, and only who must act is told more."""
        moment = happening.moment
        knows = group.seats if self._hides else ()
        if moment is None:
            return self._account(happening, knows, group)
        key = happening.seq, knows, group.language, group.explained, moment.asks(group.seats)
        line = self._lines.get(key)
        if line is None:
            position = moment.told(group.seats, explained=group.explained)
            line = with_field(self._account(happening, knows, group), b"position", position)
            self._lines[key] = line
        return line

    def _account(self, happening: Happening, knows: Seats, group: Group) -> bytes:
        """The line of an event without the position that it led to."""
        seq, event, ply = happening.seq, happening.event, happening.ply
        key = seq, knows, group.language, group.explained
        account = self._accounts.get(key)
        if account is None:
            account = msgspec.json.encode(
                Happened(
                    seq=seq,
                    event=msgspec.Raw(views.seen_event(event, knows)),
                    words=said_in(group.language, event, self._table, knows),
                    more=more_said_in(group.language, made_from(self._table, ply)) if ply and group.explained else [],
                    table=msgspec.UNSET if isinstance(event, IN_THE_GAME) else self._table_view,
                    result=happening.result,
                )
            )
            self._accounts[key] = account
        return account

    @cached_property
    def _table_view(self) -> msgspec.Raw:
        return msgspec.Raw(msgspec.json.encode(self._view()))
