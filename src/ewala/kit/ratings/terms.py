"""What results are held against, for one game and number of players: what seats are worth, and where bots stand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log

from ewala.kit.ratings.ladder import FixedPoint
from ewala.kit.ratings.rating import SCALE


@dataclass(frozen=True, slots=True)
class Terms:
    """In points: by how much each seat is ahead or behind, in the order of the seats, and each bot's fixed point."""

    seats: tuple[float, ...]
    bots: Mapping[str, FixedPoint] = field(default_factory=dict)

    @classmethod
    def even(cls, players: int) -> "Terms":
        """Of a game of which nothing was measured: seats are alike, and no bot can be rated against."""
        return cls((0.0,) * players)


def advantages(shares: Sequence[float]) -> tuple[float, ...]:
    """What each seat is worth, from its share of the wins among equals (draws counted half); 0 on average.

    Odds are those of Luce: a seat wins by its strength's part of all. In tenths of points, as they are published:
    logarithms may be rounded otherwise elsewhere, and ratings are to be the same on every machine.
    """
    points = [SCALE * log(share) for share in shares]
    middle = sum(points) / len(points)
    return tuple(round(point - middle, 1) for point in points)
