"""Places at a table: for its players and its host always, for others while there are some."""

from collections.abc import Iterable

import msgspec

from ewala.core.sentences import Sentence
from ewala.server.platform.config import Limits
from ewala.server.platform.wire.outbox import Outbox
from ewala.tables.broadcast import Seats
from ewala.tables.messages import Closing
from ewala.tables.problems import NotAllowed, TooMany, problem_of

HOST = "host"
WATCHERS = ""


def holders_of(seats: Seats, *, host: bool) -> list[str]:
    """As whom a device is here: as one or more seats, as the host, or as one of those who watch."""
    return [*seats, *([HOST] if host else [])] or [WATCHERS]


def holder_of(seats: Seats, *, host: bool) -> str:
    """As whom a device pays."""
    return holders_of(seats, host=host)[0]


class Place:
    """A device's place at a table."""

    def __init__(self, table_id: str, holders: Iterable[str], outbox: Outbox, language: str) -> None:
        self.table_id = table_id
        self.holders = tuple(holders)
        self._outbox = outbox
        self._language = language

    def give_way(self) -> None:
        """To a newer device with the same key."""
        problem = problem_of(
            NotAllowed("seat/elsewhere", Sentence("this seat is open on too many devices: the oldest gives way")),
            self._language,
        )
        self._outbox.close(msgspec.json.encode(Closing(problem.code, problem.sentence)), problem.code)


class Places:
    """Places that are taken. Watchers fill watchers' places alone; a seat's devices displace one another."""

    def __init__(self, limits: Limits) -> None:
        self._watching = limits.connections_per_table
        self._holding = limits.devices_per_seat
        self._taken: dict[tuple[str, str], dict[Place, None]] = {}

    def take(self, table_id: str, seats: Seats, outbox: Outbox, language: str, *, host: bool) -> Place:
        """A place for a device; raises TooMany if it would only watch, and too many do."""
        place = Place(table_id, holders_of(seats, host=host), outbox, language)
        if place.holders == (WATCHERS,):
            self.check_watcher(table_id)
        for holder in place.holders:
            taken = self._taken.setdefault((table_id, holder), {})
            if holder != WATCHERS and len(taken) >= self._holding:
                oldest = next(iter(taken))
                self.leave(oldest)
                oldest.give_way()
            self._taken.setdefault((table_id, holder), {})[place] = None
        return place

    def check_watcher(self, table_id: str) -> None:
        if len(self._taken.get((table_id, WATCHERS), ())) >= self._watching:
            raise TooMany("table/crowded", Sentence("too many devices look at this table"))

    def leave(self, place: Place) -> None:
        for holder in place.holders:
            taken = self._taken.get((place.table_id, holder))
            if taken is not None:
                taken.pop(place, None)
                if not taken:
                    del self._taken[place.table_id, holder]
