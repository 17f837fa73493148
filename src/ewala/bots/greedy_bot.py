"""A bot that looks one action ahead: it takes what makes its own lead largest at once."""

import random

from ewala.core.engine import Rng
from ewala.core.state import State, View

__all__ = ["GreedyBot"]

GUESSES = 4  # possible positions that are tried where something is hidden


class GreedyBot:
    """Plays the move after which its score is farthest ahead of the best other's, as the position then stands.

    Where something is hidden, it goes by the average over guesses of what it may be. Equal moves are equally likely.
    """

    def choose(self, view: View, *, rng: random.Random) -> str:
        assert isinstance(view.to_act, str)
        guesses = {view.determinize(Rng(rng.getrandbits(62))) for _ in range(GUESSES)}
        leads = {
            move: sum(_lead(guess.play(move), view.to_act) for guess in guesses) / len(guesses) for move in view.moves()
        }
        best = max(leads.values())
        return rng.choice([move for move, lead in leads.items() if lead == best])


def _lead(state: State, seat: str) -> int:
    scores = state.scores()
    return scores[seat] - max(score for other, score in scores.items() if other != seat)
