"""What has happened at an evening so far: who met whom, who sat where, who paused; and how everybody stands."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import NamedTuple

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence

PAUSE = 0.5  # what a round is worth to somebody who had to pause in it: as much as an average one


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


class Standing(NamedTuple):
    """Somebody's row. Who is equal in everything shares a place."""

    place: int
    who: str
    points: float  # of each table: the share of the others that one was ahead of, half of those one was level with
    wins: float  # a shared one counts as a part
    opposition: float  # the points of those one met, on average: how hard it was
    tables: int


class _Tally:
    """What one person has gathered."""

    def __init__(self) -> None:
        self.points = self.wins = 0.0
        self.tables = 0
        self.met: list[str] = []

    def add(self, at: int, table: Played) -> None:
        places, own = table.places, table.places[at]
        others = len(places) - 1
        behind, level = sum(place > own for place in places), places.count(own) - 1
        self.points += (behind + level / 2) / others
        self.wins += (own == 1) / places.count(own)
        self.tables += 1
        self.met += [who for who in table.seats if who != table.seats[at]]


def standings(rounds: Iterable[tuple[Iterable[Played], Iterable[str]]]) -> list[Standing]:
    """By points, then wins, then the strength of those one met; tables that have not ended do not count yet."""
    tallies: defaultdict[str, _Tally] = defaultdict(_Tally)
    for tables, pausing in rounds:
        for who in pausing:
            tallies[who].points += PAUSE
        for table in tables:
            for at, who in enumerate(table.seats):
                tally = tallies[who]
                if _ended(table):
                    tally.add(at, table)
    rows = [_row(who, tally, tallies) for who, tally in tallies.items()]
    rows.sort(key=lambda row: (*_rank(row), row.who))
    places: dict[tuple[float, ...], int] = {}
    return [row._replace(place=places.setdefault(_rank(row), at)) for at, row in enumerate(rows, 1)]


def _row(who: str, tally: _Tally, tallies: Mapping[str, _Tally]) -> Standing:
    strength = [tallies[other].points for other in tally.met]
    opposition = math.fsum(strength) / len(strength) if strength else 0.0
    return Standing(0, who, tally.points, tally.wins, opposition, tally.tables)


def _rank(row: Standing) -> tuple[float, ...]:
    """What decides, best first; thirds that were added in another order are the same."""
    return tuple(-round(part, 9) for part in (row.points, row.wins, row.opposition))


def _ended(table: Played) -> bool:
    """Whether there is a result; raises BadSetup for one that no table can have."""
    if not table.places:
        return False
    fitting = [1 + sum(other < place for other in table.places) for place in table.places]
    if len(table.places) != len(table.seats) or list(table.places) != fitting or len(table.seats) < 2:
        sentence = Sentence(
            "places count from 1, one for each seat, and shared ones are skipped after: not {places}",
            places=", ".join(map(str, table.places)),
        )
        raise BadSetup("evening/places", "", sentence)
    return True
