"""What results are held against: what seats are worth, and where bots stand.

Bots' fixed points are found from how often each level wins against the one below.

A bot's chance is its strength's part of the strengths at the table (Bradley and Terry; Luce, where more than two play),
as ratings and the arena reckon: a share of the wins is a distance in points, and distances add up. What seats are worth
is reckoned with: where they differ, the same share takes a greater distance. For every rung one game is imagined that
all seats share, as in the arena: who has won every game is far ahead, not infinitely.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log, sqrt

from ewala.kit.ratings.rating import SCALE, START

_IMAGINED = 1.0  # games, for each rung
_FARTHEST = 4000.0  # points: more than all games that were ever played could tell
_CLOSE = 1e-6


@dataclass(frozen=True, slots=True)
class Rung:
    """One bot against another that has all other seats, from every seat alike."""

    bot: str
    below: str
    games: int
    won: float  # share of the games, draws counted half


@dataclass(frozen=True, slots=True)
class FixedPoint:
    """Where a bot stands, in whole points, as published: the same on every machine."""

    points: int
    error: int  # its standard error, as seen from the bot whose point is given


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


def fixed_points(rungs: Sequence[Rung], seats: Sequence[float], middle: str) -> dict[str, FixedPoint]:
    """Every bot of a ladder, given from below, where seats are worth so much; people start where the middle one is."""
    heights, variances = [0.0], [0.0]  # above the lowest
    for rung in rungs:
        distance, variance = _step(rung, seats)
        heights.append(heights[-1] + distance)
        variances.append(variances[-1] + variance)
    bots = [rungs[0].below, *(rung.bot for rung in rungs)]
    here = bots.index(middle)
    return {
        bot: FixedPoint(
            round(START.mean + height - heights[here]),
            round(sqrt(abs(variance - variances[here]))),  # of the rungs between the two
        )
        for bot, height, variance in zip(bots, heights, variances, strict=True)
    }


def _step(rung: Rung, seats: Sequence[float]) -> tuple[float, float]:
    """The distance between two bots, and its variance."""
    games = rung.games + _IMAGINED
    won = (rung.won * rung.games + _IMAGINED / len(seats)) / games
    low, high = -_FARTHEST, _FARTHEST
    while high - low > _CLOSE:
        distance = (low + high) / 2
        if sum(_shares(distance, seats)) / len(seats) < won:
            low = distance
        else:
            high = distance
    shares = _shares(low, seats)
    slope = sum(share * (1 - share) for share in shares) / len(seats) / SCALE
    return low, won * (1 - won) / games / slope**2


def _shares(distance: float, seats: Sequence[float]) -> list[float]:
    """What somebody wins in each seat who is so many points ahead of all the others."""
    strengths = [exp(seat / SCALE) for seat in seats]
    ahead = exp(distance / SCALE)
    return [ahead * mine / (ahead * mine + sum(strengths) - mine) for mine in strengths]
