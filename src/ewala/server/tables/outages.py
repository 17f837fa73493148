"""Times in which nobody could move, because the server was down or its database away: clocks leave them out.

Each has a number, and each table knows the last one before it was written to; so a clock that somebody has set, which
makes times uncomparable, does not matter.
"""

import threading
from typing import NamedTuple

from ewala.server.platform.storage.store import Store

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

    def look(self) -> None:
        """Learn of those that other processes have noted. In a thread."""
        with self._adding:
            self._known += [Outage(*one) for one in self._store.outages(after=self.last)]

    def add(self, since: int, until: int) -> None:
        """Note one, in the database first. In a thread.

        Whoever was not told that it had been noted comes again, with the same beginning: only what has passed since is
        added then, and nothing twice.
        """
        with self._adding:
            noted = False
            while not noted:
                self._known += [Outage(*one) for one in self._store.outages(after=self.last)]
                since = self._not_noted_before(since, until)
                outage = Outage(self.last + 1, since, until)
                noted = since == until or self._store.add_outage(*outage)
            if since != until:
                self._known.append(outage)

    def _not_noted_before(self, since: int, until: int) -> int:
        """From when on it is news. Of several processes each notes what all have gone through."""
        last = self._known[-1] if self._known else None
        if last is None or (last.since != since and not self._store.shared):
            return since
        if last.since == since:
            return last.until
        return min(last.until, until) if last.since <= until and since <= last.until else since
