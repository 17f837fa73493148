"""People in the order of the strength that they very likely reach."""

from collections.abc import Mapping
from typing import NamedTuple

from ewala.kit.ratings.rating import Rating

__all__ = ["Row", "leaderboard"]


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
