"""A table as the database has it: all that leaves the server is made from one of these.

It can be had in two ways alone: from what the store has read, and by growing with what the writer has stored. A table
at which something is being decided (play.table.Table) is another type, which no viewer's answer takes: what is not on
disk cannot be shown by mistake.
"""

from typing import NamedTuple

import msgspec

from ewala.core.dice import commitment_of
from ewala.core.sentences import Sentence
from ewala.tables.events import Created, Event, Moved, Rolled, TakenBack, decode_event
from ewala.tables.fingerprints import NOT_PLAYED, GameFingerprint
from ewala.tables.fold import DamagedLog, Fold
from ewala.tables.table import Table

PLIES: dict[type[Event], int] = {Moved: 1, Rolled: 1, TakenBack: -1}  # by which an event moves the game on


class Stored(NamedTuple):
    """A table's rows, as they were read from the database or have just been written. The store alone makes these."""

    id: str
    host_digest: str
    watch_digest: str
    secret: bytes
    seat_digests: dict[str, str]
    events: list[bytes]
    outage: int = 0  # the last one that it knew of when it was written to
    marks: GameFingerprint = NOT_PLAYED  # by which the database knows its game


class Tail(NamedTuple):
    """What other processes have added to a table, as it was read from the database. The store alone makes these."""

    first: int  # the number of the first event
    events: list[bytes]
    seat_digests: dict[str, str]
    outage: int
    marks: GameFingerprint


class Receipt(NamedTuple):
    """Says that these events are on disk, the first under that number. The writer alone makes these."""

    first: int
    events: list[Event]
    at: float = 0.0  # when that was so, by `time.perf_counter`, if this process has written them


class Kept(Fold):
    """The fold of a table's events that are on disk."""

    def __init__(self, stored: Stored) -> None:
        """Raises DamagedLog, or whatever the damage leads to, if these events cannot have happened."""
        first, *others = [_decoded(n, body) for n, body in enumerate(stored.events, 1)]
        if not isinstance(first, Created):
            raise DamagedLog("table/no-beginning", Sentence("the first event does not make a table"))
        if commitment_of(stored.secret) != first.commitment:
            raise DamagedLog("table/wrong-secret", Sentence("the dice's secret does not fit the table's seal"))
        super().__init__(first, stored.secret)
        for event in others:
            self._apply(event)

    def grow(self, receipt: Receipt, draft: Table) -> None:
        """Fold in what has been stored; the draft at which it was decided knows the positions that it led to."""
        assert receipt.first == self.seq + 1
        for event in receipt.events:
            self._apply(event, draft.match)

    def catch_up(self, tail: Tail, draft: Table) -> list[Event]:
        """Fold in what others have stored, here and in a draft that stands where this one does; returns the events.
        Raises DamagedLog if they cannot have happened."""
        assert tail.first == self.seq + 1
        events = [_decoded(n, body) for n, body in enumerate(tail.events, tail.first)]
        for event in events:
            self._apply(event)
            draft.follow(event, self)
        return events

    def draft(self) -> Table:
        """A table that stands as this one does, for something to be decided at."""
        return Table.copy_of(self)


def _decoded(number: int, body: bytes) -> Event:
    try:
        return decode_event(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        unreadable = Sentence("event {n} cannot be read: {reason}", n=number, reason=str(error))
        raise DamagedLog("table/unreadable", unreadable) from None
