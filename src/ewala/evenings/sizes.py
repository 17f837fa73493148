"""How many tables of which size so many people make."""

from functools import cache
from typing import NamedTuple

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence

__all__ = ["Sizes", "Tables", "tables_for"]


class Sizes(NamedTuple):
    """How many may sit at a table, and how many the organiser likes best."""

    least: int
    most: int
    best: int

    def checked(self) -> "Sizes":
        """Raises BadSetup for sizes that contradict each other."""
        if not 2 <= self.least <= self.best <= self.most:
            sentence = Sentence(
                "a table has {least} to {most} seats, and the size one likes best is one of these, not {best}",
                least=self.least,
                most=self.most,
                best=self.best,
            )
            raise BadSetup("evening/sizes", "", sentence)
        return self


class Tables(NamedTuple):
    """The sizes of all tables, largest first, and how many people have to pause."""

    sizes: tuple[int, ...]
    pausing: int


@cache
def tables_for(people: int, sizes: Sizes) -> Tables:
    """As few pause as can be; then tables are as near as can be to the best size, and as much alike."""
    for pausing in range(people + 1):
        ways = _ways(people - pausing, sizes.least, sizes.most)
        if ways:
            return Tables(min(ways, key=lambda way: _distance(way, sizes.best)), pausing)
    raise AssertionError("nobody at no table is always a way")


def _distance(way: tuple[int, ...], best: int) -> tuple[int, int, tuple[int, ...]]:
    return sum((size - best) ** 2 for size in way), len(set(way)), tuple(-size for size in way)


def _ways(people: int, least: int, most: int) -> list[tuple[int, ...]]:
    """All ways to divide people among tables, the largest first."""
    if people == 0:
        return [()]
    return [
        (size, *rest)
        for size in range(min(most, people), least - 1, -1)
        for rest in _ways_of_at_most(people - size, least, size)
    ]


@cache
def _ways_of_at_most(people: int, least: int, most: int) -> tuple[tuple[int, ...], ...]:
    return tuple(_ways(people, least, most))
