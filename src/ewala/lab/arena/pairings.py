"""Who meets whom, and where they sit: the same dice for every line-up of a deal, and everybody in every seat.

Two players: each pair of bots plays each deal twice, once in either seat. Three or four: one bot against the other in
all the other seats, from every seat, and the converse. Together: as many bots as seats, at one table; each deal takes
the next order around the table, and plays it from every seat.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence

LineUp = tuple[str, ...]  # a bot for each seat


@dataclass(frozen=True, slots=True)
class Task:
    """One game to be played."""

    deal: int  # from 1; the same number has the same dice
    meeting: str
    number: int  # from 1, within the deal and the meeting
    line_up: LineUp

    @property
    def key(self) -> tuple[int, str, int]:
        return self.deal, self.meeting, self.number


@dataclass(frozen=True, slots=True)
class Meeting:
    """Bots that are compared with each other: a pair of them, or all at one table."""

    bots: tuple[str, ...]
    players: int
    together: bool = False

    @property
    def name(self) -> str:
        return " – ".join(self.bots)

    @property
    def games_per_deal(self) -> int:
        return self.players if self.together or self.players == 2 else 2 * self.players

    def tasks(self, deal: int) -> Iterator[Task]:
        """The games of a deal."""
        for number, line_up in enumerate(self.line_ups(deal), 1):
            yield Task(deal, self.name, number, line_up)

    def line_ups(self, deal: int) -> list[LineUp]:
        if self.together:
            first, *others = self.bots
            orders = list(permutations(others))
            return _rotations((first, *orders[(deal - 1) % len(orders)]))
        one, other = self.bots
        alone = _rotations((one, *[other] * (self.players - 1)))
        return alone if self.players == 2 else alone + _rotations((other, *[one] * (self.players - 1)))


def meetings_of(bots: Sequence[str], players: int, *, together: bool) -> list[Meeting]:
    """Every meeting of an arena."""
    if not together:
        return [Meeting(pair, players) for pair in combinations(bots, 2)]
    if len(bots) != players:
        sentence = Sentence("together means a bot for each of the {seats} seats, not {bots}")
        sentence.blanks |= {"seats": players, "bots": len(bots)}
        raise BadSetup("arena/together", "", sentence)
    return [Meeting(tuple(bots), players, together=True)]


def _rotations(line_up: LineUp) -> list[LineUp]:
    return [line_up[-n:] + line_up[:-n] for n in range(len(line_up))]
