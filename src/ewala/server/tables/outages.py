"""The server's time: a clock that nobody can set, whether players' clocks stand still, and times that they leave out.

Where several processes share a database they begin with its time of day, not with that of their machines: a player's
clock that one of them has started is read by another.

Times in which nobody could move, because the server was down or its database away, are outages. Each has a number, and
each table knows the last one before it was written to; so it does not matter if somebody sets the machine's clock.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ewala.server.platform.storage.health import StorageHealth
from ewala.server.platform.storage.store import Store

SHORTEST = 1000  # milliseconds: a shorter outage is nobody's concern
EVERY = 0.25  # seconds between two looks at the time
TOO_LONG = 5.0  # seconds without a look after which the server itself has been away


class SteadyClock:
    """Milliseconds since 1970: the time of day when the server started, and what has passed since."""

    def __init__(self) -> None:
        self.begin(time.time_ns() // 1_000_000, time.monotonic_ns())

    def begin(self, then: int, at: int) -> None:
        """It was so late, when `time.monotonic_ns` said `at`."""
        self._start = then
        self._passed = at

    def __call__(self) -> int:
        return self._start + (time.monotonic_ns() - self._passed) // 1_000_000


class Standstill:
    """`maintenance.py` says when the database is in trouble; that the server itself has slept is noticed here."""

    def __init__(self, now: Callable[[], int], health: StorageHealth) -> None:
        self.since: int | None = None  # since when nothing could be stored
        self._now = now
        self._health = health
        self._awake_at = time.monotonic()

    @property
    def clocks_stand(self) -> bool:
        """Whether clocks stand still now: what is decided at a table that has one could not count its time.

        A server that has just been woken may be asked before it has noticed that it slept."""
        return self.since is not None or self._health.state == "failing" or self._slept() > TOO_LONG

    def wake_up(self) -> None:
        """The server is awake now: what went before is not taken for sleep."""
        self._awake_at = time.monotonic()

    async def stay_awake(self) -> None:
        """Notice that the server itself stood still. Maintenance cannot tell: its rounds wait for the database."""
        while True:
            slept = self._slept()
            if slept > TOO_LONG and self.since is None:
                self.since = self._now() - int(slept * 1000)
            self.wake_up()
            await asyncio.sleep(EVERY)

    def _slept(self) -> float:
        """Seconds since the server was last seen awake."""
        return time.monotonic() - self._awake_at


class Outage(NamedTuple):
    number: int
    since: int
    until: int


class Outages:
    """All that were noted."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._adding = threading.Lock()
        self._known: list[Outage] = []
        self.last = 0  # the number of the last one, 0 if there was none
        self._add(Outage(*one) for one in store.outages())

    def after(self, number: int) -> list[Outage]:
        """Those after the one of that number."""
        return self._known[number:] if self.last > number else []

    def look(self) -> None:
        """Learn of those that other processes have noted. In a thread."""
        with self._adding:
            self._add(Outage(*one) for one in self._store.outages(after=self.last))

    def add(self, since: int, until: int) -> None:
        """Note one, in the database first. In a thread.

        Whoever was not told that it had been noted comes again, with the same beginning: only what has passed since is
        added then, and nothing twice.
        """
        with self._adding:
            noted = False
            while not noted:
                self._add(Outage(*one) for one in self._store.outages(after=self.last))
                since = self._not_noted_before(since, until)
                outage = Outage(self.last + 1, since, until)
                noted = since == until or self._store.add_outage(*outage)
            if since != until:
                self._add([outage])

    def _add(self, outages: Iterable[Outage]) -> None:
        for outage in outages:
            self._known.append(outage)
            self.last = outage.number

    def _not_noted_before(self, since: int, until: int) -> int:
        """From when on it is news. Of several processes each notes what all have gone through."""
        last = self._known[-1] if self._known else None
        if last is None or (last.since != since and not self._store.shared):
            return since
        if last.since == since:
            return last.until
        return min(last.until, until) if last.since <= until and since <= last.until else since
