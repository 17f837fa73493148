"""Times in which nobody could move, because the server was down or its database away: clocks leave them out.

Each has a number, and each table knows the last one before it was written to; so a clock that somebody has set, which
makes times uncomparable, does not matter.
"""

import threading
from typing import NamedTuple

from ewala.server.storage.store import Store

__all__ = ["SHORTEST", "Outage", "Outages"]

SHORTEST = 1000  # milliseconds: less is nobody's concern


class Outage(NamedTuple):
    number: int
    since: int
    until: int


class Outages:
    """All that were noted."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._adding = threading.Lock()
        self._known = [Outage(*one) for one in store.outages()]

    @property
    def last(self) -> int:
        """The number of the last one, 0 if there was none."""
        return self._known[-1].number if self._known else 0

    def after(self, number: int) -> list[Outage]:
        """Those after the one of that number."""
        return self._known[number:] if self.last > number else []

    def add(self, since: int, until: int) -> None:
        """Note one, in the database first. In a thread.

        Whoever was not told that it had been noted comes again, with the same beginning: only what has passed since is
        added then, and nothing twice.
        """
        with self._adding:
            self._known += [Outage(*one) for one in self._store.outages(after=self.last)]
            if self._known and self._known[-1].since == since:
                since = self._known[-1].until
            outage = Outage(self.last + 1, since, until)
            if outage.since != outage.until:
                self._store.add_outage(*outage)
                self._known.append(outage)
