"""A rating, and the scale it stands on: that of Elo, where 400 points more mean tenfold odds."""

from dataclasses import dataclass

__all__ = ["CERTAIN", "DRIFT", "SCALE", "START", "Rating"]

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
