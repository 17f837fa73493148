"""What has happened at an evening so far: who met whom, who sat where, who paused."""

from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from typing import NamedTuple


class Played(NamedTuple):
    """A table of a round that was set up: who sat there in which order, and how it ended, if it has.

    Places count from 1; who shares a place has the same number, and those after them are as many places further down.
    """

    seats: tuple[str, ...]
    places: tuple[int, ...] = ()


class Past:
    """Counted from the tables and the pauses of all rounds."""

    def __init__(self, rounds: Iterable[tuple[Iterable[Played], Iterable[str]]] = ()) -> None:
        self.tables = 0
        self.met: Counter[frozenset[str]] = Counter()
        self.last: set[frozenset[str]] = set()  # who met at the last table of one of them
        self.sat: Counter[tuple[str, int]] = Counter()  # how often somebody sat at a place, counted from who begins
        self.ended: Counter[str] = Counter()  # how often somebody was the last in turn
        self.sizes: Counter[tuple[str, int]] = Counter()
        self.pauses: Counter[str] = Counter()
        for tables, pausing in rounds:
            self._add(tables, pausing)

    def and_then(self, tables: Iterable[Played], pausing: Iterable[str]) -> "Past":
        """The same, and a round after it."""
        longer = deepcopy(self)
        longer._add(tables, pausing)
        return longer

    def _add(self, tables: Iterable[Played], pausing: Iterable[str]) -> None:
        for table in tables:
            self.tables += 1
            pairs = {frozenset((one, other)) for one in table.seats for other in table.seats if one < other}
            self.met.update(pairs)
            self.last = {pair for pair in self.last if pair.isdisjoint(table.seats)} | pairs
            self.sat.update((who, at) for at, who in enumerate(table.seats))
            self.ended[table.seats[-1]] += 1
            self.sizes.update((who, len(table.seats)) for who in table.seats)
        self.pauses.update(pausing)
