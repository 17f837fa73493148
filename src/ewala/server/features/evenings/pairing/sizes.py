"""How many tables of which size so many people make."""

from typing import NamedTuple

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence


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
