"""The two bots that every game has, to measure others by: one plays at random, one takes what counts most at once."""

import random

from ewala.core.engine import Rng
from ewala.core.state import State, View
from ewala.kit.bot import Assessment, Budget, MoveValue, must_decide

__all__ = ["GreedyBot", "RandomBot"]

GUESSES = 4  # possible positions that are tried where something is hidden


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


class GreedyBot:
    """Plays the move after which its score is farthest ahead of the best other's, as the position then stands.

    Where something is hidden, it goes by the average over guesses of what it may be. Equal moves are equally likely.
    """

    def choose(self, view: View, *, budget: Budget, rng: random.Random) -> str:
        must_decide(view)
        leads = _leads(view, rng)
        best = max(leads.values())
        return rng.choice([move for move, lead in leads.items() if lead == best])

    def assess(self, view: View, *, budget: Budget) -> Assessment:
        """By the scores alone: whoever leads now has all the chances, and of the moves, whichever leads by most."""
        scores = view.scores()
        leaders = [seat for seat in scores if scores[seat] == max(scores.values())]
        expected = {seat: (seat in leaders) / len(leaders) for seat in scores}
        if view.to_act not in scores:
            return Assessment(expected, (), 0.0)
        leads = _leads(view, random.Random(0))
        best = sorted(leads.items(), key=lambda item: -item[1])
        moves = tuple(MoveValue(move, 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0) for move, lead in best)
        return Assessment(expected, moves, 0.0)


def _leads(view: View, rng: random.Random) -> dict[str, float]:
    """How far ahead each move leaves whoever has to act, on the average of the guesses."""
    seat = view.to_act
    assert isinstance(seat, str)
    guesses = {view.determinize(Rng(rng.getrandbits(62))) for _ in range(GUESSES)}
    return {move: sum(_lead(guess.play(move), seat) for guess in guesses) / len(guesses) for move in view.moves()}


def _lead(state: State, seat: str) -> int:
    scores = state.scores()
    return scores[seat] - max(score for other, score in scores.items() if other != seat)
