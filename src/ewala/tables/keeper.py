"""What a host gives a table: somebody who keeps its events.

There are three: the server's database (server/tables/keeper.py), a browser's IndexedDB (local/keeper.py), and a list in
memory (here).
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from ewala.core.errors import EwalaError
from ewala.core.state import Seat
from ewala.tables.events import Event, encode_event
from ewala.tables.fingerprints import NOT_PLAYED
from ewala.tables.kept import Receipt, Stored, Tail
from ewala.tables.problems import Unavailable
from ewala.tables.table import Table


class Addition(NamedTuple):
    """What is kept at once, or not at all."""

    first: int  # the number of the first event
    events: list[Event]
    keys: dict[Seat, str | None]  # digests of keys to seats that change with them; None frees a seat
    table: Table  # as the events leave it
    at: int
    companion: object  # a new table that is kept together with it, as the host has it; None if there is none


Done = Callable[[Receipt], None]
Lost = Callable[[EwalaError, bool], None]  # told why, and whether others have added events in their place
Found = Callable[[Tail | None], None]  # None if there is no such table any more


class Keeper(Protocol):
    """Keeps the events of one table. Nothing here waits: what takes time calls back."""

    shared: bool  # whether others may add to the table, too

    def append(self, addition: Addition, done: Done, lost: Lost) -> None:
        """Keep it, unless there are other events where these were to be."""

    def read(self, after: int, found: Found, failed: Callable[[EwalaError], None]) -> None:
        """What others have added after the event of that number."""

    def subscribe(self, heard: Callable[[int], None]) -> None:
        """`heard` is called with a number up to which others have probably added events."""


class MemoryKeeper:
    """A list. Several rooms may share one, as processes share a database."""

    shared = True

    def __init__(self, stored: Stored) -> None:
        self.stored = stored
        self._heard: list[Callable[[int], None]] = []

    def append(self, addition: Addition, done: Done, lost: Lost) -> None:
        events, digests = self.stored.events, self.stored.seat_digests
        if addition.first != len(events) + 1:
            lost(Unavailable("server/storage", "it could not be stored: nothing has changed"), True)
            return
        events += [encode_event(event) for event in addition.events]
        for seat, digest in addition.keys.items():
            digests.pop(seat, None)
            if digest:
                digests[seat] = digest
        done(Receipt(addition.first, addition.events))
        for heard in self._heard:
            heard(len(events))

    def read(self, after: int, found: Found, failed: Callable[[EwalaError], None]) -> None:
        found(Tail(after + 1, self.stored.events[after:], dict(self.stored.seat_digests), 0, NOT_PLAYED))

    def subscribe(self, heard: Callable[[int], None]) -> None:
        self._heard.append(heard)
