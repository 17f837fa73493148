"""A rating, the scale it stands on, that of Elo, where 400 points more mean tenfold odds, and leaderboards."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

SCALE = (
    173.71779276130073  # points that make the odds e-fold, 400 / ln 10; written out, for it to be the same everywhere
)
CERTAIN = 100.0  # points; from here on a rating is provisional: 95 % intervals are then wider than from bot to bot
DRIFT = 2.0  # points by which somebody's strength may have changed from one game to the next: people learn
_SURE = 2.0  # deviations below the mean at which somebody is listed, to be at least as strong with 97.7 %


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of somebody's strength in one game with one number of players."""

    mean: float
    uncertainty: float  # a standard deviation
    games: int = 0  # from which it was reckoned

    @property
    def provisional(self) -> bool:
        """Whether too little is known for it to be told from its neighbours."""
        return self.uncertainty >= CERTAIN

    @property
    def at_least(self) -> float:
        """What somebody very likely reaches: leaderboards go by it, so that nobody leads them by a lucky start."""
        return self.mean - _SURE * self.uncertainty


START = Rating(1500.0, 250.0)  # of whom nothing is known


class Row(NamedTuple):
    place: int  # from 1; equals share one
    who: str
    rating: Rating


def leaderboard(ratings: Mapping[str, Rating]) -> list[Row]:
    """Everybody, best first, equals by name. Provisional ratings are among them: `rating.provisional` marks them."""
    ahead = sorted(ratings.items(), key=lambda entry: (-entry[1].at_least, entry[0]))
    rows: list[Row] = []
    for number, (who, rating) in enumerate(ahead, 1):
        tied = rows and rows[-1].rating.at_least == rating.at_least
        rows.append(Row(rows[-1].place if tied else number, who, rating))
    return rows
