"""What rated games are held against, by game and number of players."""

from functools import cache

from ewala.core.sentences import Sentence
from ewala.games.registry import kit_of
from ewala.kit.ratings.results import FEWEST, MOST
from ewala.kit.ratings.terms import Terms
from ewala.tables.problems import NotUsable


class NotRated(NotUsable):
    """A game is not rated with so many players."""


@cache
def terms_of(game: str, players: int) -> Terms:
    """Raises NotRated, or BadSetup if there is no such game."""
    kit = kit_of(game)
    terms = kit.rating_terms(players) if FEWEST <= players <= MOST else None
    if terms is None or len(terms.seats) != players:
        raise NotRated("setup/rated-players", Sentence("with {count} players this game is not rated", count=players))
    return terms
