"""How strong people are, reckoned from finished games, with bots as fixed points and what seats are worth.

Nothing here knows a game, a server, a database or a page: results come in, ratings go out (docs/ratings.md).
"""

from ewala.kit.ratings.history import Change, History, Pool
from ewala.kit.ratings.ladder import FixedPoint, Rung, Terms, advantages, fixed_points
from ewala.kit.ratings.rating import CERTAIN, DRIFT, START, Rating, Row, leaderboard
from ewala.kit.ratings.results import BadResult, RatedGame, Result
from ewala.kit.ratings.weng_lin import rated

__all__ = [
    "CERTAIN",
    "DRIFT",
    "START",
    "BadResult",
    "Change",
    "FixedPoint",
    "History",
    "Pool",
    "RatedGame",
    "Rating",
    "Result",
    "Row",
    "Rung",
    "Terms",
    "advantages",
    "fixed_points",
    "leaderboard",
    "rated",
]
