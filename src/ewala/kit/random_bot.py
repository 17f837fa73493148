"""The weakest bot: any legal move, each equally likely."""

import random

from ewala.core.state import View
from ewala.kit.bot import Assessment, Budget, MoveValue, must_decide

__all__ = ["RandomBot"]


class RandomBot:
    """Plays at random. Like every bot it is given a view, so it cannot know more than a player in its seat."""

    def choose(self, view: View, *, budget: Budget, rng: random.Random) -> str:
        """One of the legal moves of the view's seat, which must have to act."""
        must_decide(view)
        return rng.choice(view.moves())

    def assess(self, view: View, *, budget: Budget) -> Assessment:
        """It has no opinion: every seat and every move is as good as the others."""
        share = 1 / len(view.game.seats)
        moves = view.moves() if view.to_act in view.game.seats else []
        return Assessment(dict.fromkeys(view.game.seats, share), tuple(MoveValue(move, share) for move in moves), 0.0)
