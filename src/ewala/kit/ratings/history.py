"""Everybody's ratings, folded from finished games in the order in which they ended.

The same games give the same ratings to the last bit, on every machine and however they are cut into portions: whoever
goes on from ratings that were kept gets what reckoning from the first game on would give.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from ewala.kit.ratings.ladder import Terms
from ewala.kit.ratings.rating import START, Rating
from ewala.kit.ratings.results import RatedGame
from ewala.kit.ratings.weng_lin import rated


class Pool(NamedTuple):
    """What has ratings of its own."""

    game: str
    players: int


class Change(NamedTuple):
    """What a game did to one person's rating."""

    who: str
    before: Rating
    after: Rating


class History:
    """Ratings as they stand after the games so far."""

    def __init__(
        self, terms: Callable[[str, int], Terms], kept: Mapping[Pool, Mapping[str, Rating]] | None = None
    ) -> None:
        self._terms = terms  # by game and number of players
        self.ratings = {pool: dict(ratings) for pool, ratings in (kept or {}).items()}

    def rating(self, pool: Pool, who: str) -> Rating:
        return self.ratings.get(pool, {}).get(who, START)

    def add(self, game: RatedGame) -> list[Change]:
        """Reckon one game more; what it changed, by seat. One that is refused changes nothing."""
        pool = Pool(game.game, len(game.results))
        after = rated(game, self.ratings.get(pool, {}), self._terms(*pool))
        changes = [Change(who, self.rating(pool, who), rating) for who, rating in after.items()]
        self.ratings.setdefault(pool, {}).update(after)
        return changes

    def add_all(self, games: Iterable[RatedGame]) -> None:
        for game in games:
            self.add(game)
