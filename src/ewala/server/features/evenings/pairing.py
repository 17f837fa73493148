"""Club evenings: who sits where in which round, who is paired at once, and how everybody stands.

Nothing here knows a game, a server, a database or a page: people are names, results come in, seats and standings go
out (docs/evenings.md).

Rounds are planned together, as if nobody came or went: a round that looks best by itself may leave the later ones
nothing but repeats. When somebody comes or goes, the rounds left are planned again. Places are exchanged at random,
seldom for the worse and ever more seldom (annealing); the seed decides, so that the same evening gives the same seats
everywhere.

In an arena there are no rounds. Who waits longest is seated first, with whom they have met least, and rather not with
those of their last table: for that one waits a little, but not forever.
"""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import permutations
from typing import NamedTuple

from ewala.core.errors import BadSetup

PATIENCE = 30.0  # seconds that one waits in an arena for a fuller table, or for others than last time
PAUSE = 0.5  # what a round is worth to somebody who had to pause in it: as much as an average one

# What is to be avoided, and how much: it counts the more the more often it has come to somebody, so that it comes to
# everybody before it comes to somebody twice. To meet is 1, and:
_AGAIN = 2.0  # with the square of how often one has met before
_AGAIN_AT_ONCE = 1.0  # besides, in the round after
_BEGINNING = 0.8
_OTHER_SIZE = 1.0  # to sit at a table of another size than most
_PAUSE = 20.0

_STEPS = 700  # exchanges that are tried, for each person and round
_MOST_STEPS = 60_000
_WARM, _COLD = 1.5, 0.08
_AHEAD = 6  # rounds that are planned at most

_BEGIN = 3  # how much more it matters who begins than who sits where else
_NOBODY = -1
_ROUNDING = 1e-6


# --- What has happened


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


# --- Rounds


class Sizes(NamedTuple):
    """How many may sit at a table, and how many the organiser likes best."""

    least: int
    most: int
    best: int

    def checked(self) -> "Sizes":
        """Raises BadSetup for sizes that contradict each other."""
        if not 2 <= self.least <= self.best <= self.most:
            raise BadSetup(
                "evening/sizes",
                "",
                "a table has {least} to {most} seats, and the size one likes best is one of these, not {best}",
                least=self.least,
                most=self.most,
                best=self.best,
            )
        return self


class Tables(NamedTuple):
    """The sizes of all tables, largest first, and how many people have to pause."""

    sizes: tuple[int, ...]
    pausing: int


def tables_for(people: int, sizes: Sizes) -> Tables:
    """As few pause as can be; then tables are as near as can be to the best size, and as much alike."""
    for pausing in range(people + 1):
        playing = people - pausing
        few, many = -(-playing // sizes.most), playing // sizes.least  # tables that they could fill
        ways = [_alike(playing, count) for count in range(few, many + 1)]
        if ways:
            return Tables(min(ways, key=lambda way: sum((size - sizes.best) ** 2 for size in way)), pausing)
    raise AssertionError("nobody at no table is always a way")


def _alike(people: int, count: int) -> tuple[int, ...]:
    """The sizes of so many tables, as much alike as can be, the largest first: squares are least then."""
    return tuple(people // count + (number < people % count) for number in range(count))


class Round(NamedTuple):
    """Tables with their seats in the order of play, who begins first; and who pauses."""

    tables: tuple[tuple[str, ...], ...]
    pausing: tuple[str, ...]


def rounds_to_come(
    people: Sequence[str], past: Past, sizes: Sizes, rounds: int = 1, *, seed: int = 1
) -> tuple[Round, ...]:
    """So many rounds, up to six, for all who are there. Raises BadSetup where there is nobody to play."""
    if len(set(people)) != len(people):
        raise BadSetup("evening/twice", "", "somebody is there twice: everybody has a name of their own")
    if len(people) < sizes.checked().least:
        raise BadSetup(
            "evening/people",
            "",
            "a round needs {least} people or more, not {count}",
            least=sizes.least,
            count=len(people),
        )
    plan = _Plan(sorted(people), past, sizes, max(1, min(rounds, _AHEAD)), random.Random(f"{seed} {past.tables}"))
    plan.improve()
    found = []
    for tables, pausing in plan.rounds():
        seated = Round(tuple(in_order(table, past, table[0]) for table in tables), tuple(sorted(pausing)))
        past = past.and_then(map(Played, seated.tables), seated.pausing)
        found.append(seated)
    return tuple(found)


class _Plan:
    """Several rounds, as lists of tables, at which the first begins; the last list of each are those who pause."""

    def __init__(self, people: Sequence[str], past: Past, sizes: Sizes, rounds: int, rng: random.Random) -> None:
        self._people, self._rng = people, rng
        self._sizes, self._pausing = tables_for(len(people), sizes)
        self._usual = Counter(self._sizes).most_common(1)[0][0]
        others = [size for size in range(sizes.least, sizes.most + 1) if size != self._usual]
        self._met = [[past.met[frozenset((a, b))] for b in people] for a in people]
        self._last = [[int(frozenset((a, b)) in past.last) for b in people] for a in people]
        self._begun = [past.sat[who, 0] for who in people]
        self._odd = [sum(past.sizes[who, size] for size in others) for who in people]
        self._pauses = [past.pauses[who] for who in people]
        self._slots = [(at, seat) for at, size in enumerate((*self._sizes, self._pausing)) for seat in range(size)]
        self._rounds = [[[_NOBODY] * size for size in (*self._sizes, self._pausing)] for _ in range(rounds)]
        self._cost = 0.0
        for number in range(rounds):
            order = rng.sample(range(len(people)), len(people))
            for slot, who in zip(self._slots, order, strict=True):
                self._cost += self._join(number, slot, who)

    def improve(self) -> None:
        """Exchange places as long as it may help; the best that was met on the way is kept."""
        steps = min(_STEPS * len(self._people) * len(self._rounds), _MOST_STEPS)
        best, kept = self._cost, self._copy()
        for step in range(steps):
            warmth = _WARM * (_COLD / _WARM) ** (step / steps)
            number = self._rng.randrange(len(self._rounds))
            one, other = self._rng.sample(self._slots, 2)
            worse = self._exchange(number, one, other)
            if worse > 0 and self._rng.random() >= math.exp(-worse / warmth):
                worse += self._exchange(number, one, other)
            self._cost += worse
            if self._cost < best - _ROUNDING:
                best, kept = self._cost, self._copy()
        self._rounds = kept

    def _copy(self) -> list[list[list[int]]]:
        return [[list(table) for table in tables] for tables in self._rounds]

    def _exchange(self, number: int, one: tuple[int, int], other: tuple[int, int]) -> float:
        """Let two people change places; by how much it is worse then."""
        first, saved = self._leave(number, one)
        second, more = self._leave(number, other)
        return self._join(number, one, second) + self._join(number, other, first) - saved - more

    def _join(self, number: int, slot: tuple[int, int], who: int) -> float:
        """Seat somebody, and count it; what it costs."""
        table = self._rounds[number][slot[0]]
        cost = self._counted(number, slot, who, 1)
        table[slot[1]] = who
        return cost

    def _leave(self, number: int, slot: tuple[int, int]) -> tuple[int, float]:
        """Take away who sits there; what their being there cost."""
        table = self._rounds[number][slot[0]]
        who, table[slot[1]] = table[slot[1]], _NOBODY
        return who, self._counted(number, slot, who, -1)

    def _counted(self, number: int, slot: tuple[int, int], who: int, by: int) -> float:
        """Count somebody in, or out, beside all who are at the table; the cost of their being there."""
        at, seat = slot
        table, less = self._rounds[number][at], min(by, 0)  # squares grow by 2 n + 1, if it has come n times before
        if at == len(self._sizes):
            cost = _PAUSE * (2 * (self._pauses[who] + less) + 1)
            self._pauses[who] += by
            return cost
        cost = 0.0
        met, last = self._met[who], self._last[who]
        for other in table:
            if other != _NOBODY:
                often = met[other] + less
                cost += 1 + _AGAIN * often * often
                if number == 0:
                    cost += _AGAIN_AT_ONCE * last[other]
                met[other] += by
                self._met[other][who] += by
        if seat == 0:
            cost += _BEGINNING * (2 * (self._begun[who] + less) + 1)
            self._begun[who] += by
        if len(table) != self._usual:
            cost += _OTHER_SIZE * (2 * (self._odd[who] + less) + 1)
            self._odd[who] += by
        return cost

    def rounds(self) -> Iterator[tuple[list[list[str]], list[str]]]:
        """The tables of each round, and who pauses in it."""
        for planned in self._rounds:
            *tables, pausing = [[self._people[who] for who in table] for table in planned]
            yield tables, pausing


def in_order(members: Sequence[str], past: Past, begins: str | None = None) -> tuple[str, ...]:
    """The seats of a table: who begins, or else who has begun least often, and everybody where they sat least."""

    def cost(order: tuple[str, ...]) -> int:
        beginning = _BEGIN * past.sat[order[0], 0]
        return beginning + past.ended[order[-1]] + sum(past.sat[who, at] for at, who in enumerate(order))

    return min((order for order in permutations(sorted(members)) if begins in (None, order[0])), key=cost)


# --- In an arena


class Waiting(NamedTuple):
    """Somebody who is free, and since when."""

    who: str
    since: float  # seconds


def tables_at_once(free: Sequence[Waiting], past: Past, sizes: Sizes, now: float) -> list[tuple[str, ...]]:
    """The tables that can begin now, with their seats in the order of play; all others go on waiting."""
    waiting = [one.who for one in sorted(free, key=lambda one: (one.since, one.who))]
    since = {one.who: one.since for one in free}
    found = []
    while len(waiting) >= sizes.checked().least:
        size = tables_for(len(waiting), sizes).sizes[0]
        table = _company(waiting[0], waiting[1:], size, past)
        tired = now - since[waiting[0]] >= PATIENCE
        again = any(frozenset((waiting[0], other)) in past.last for other in table[1:])
        if (size < sizes.best or again) and not tired:
            break
        found.append(in_order(table, past))
        waiting = [who for who in waiting if who not in table]
    return found


def _company(first: str, others: Sequence[str], size: int, past: Past) -> list[str]:
    """Who sits with somebody: one after another who has met those at the table least, the longest waiting first."""
    table = [first]
    for _ in range(size - 1):
        rest = [who for who in others if who not in table]
        pairs = {who: [frozenset((who, there)) for there in table] for who in rest}
        table.append(min(rest, key=lambda who: sum(past.met[pair] + (pair in past.last) for pair in pairs[who])))
    return table


# --- Standings


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
        raise BadSetup(
            "evening/places",
            "",
            "places count from 1, one for each seat, and shared ones are skipped after: not {places}",
            places=", ".join(map(str, table.places)),
        )
    return True
