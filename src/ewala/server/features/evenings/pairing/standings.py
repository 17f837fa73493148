"""How everybody stands after the rounds so far."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.server.features.evenings.pairing.past import Played

PAUSE = 0.5  # what a round is worth to somebody who had to pause in it: as much as an average one


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
