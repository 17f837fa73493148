"""What chance was worth: an arbiter says what positions are worth; luck is what came up less what was to be expected.

    luck = worth of the outcome - sum over all outcomes of probability * worth

Before the outcome comes up, luck is 0 on the average, whatever the arbiter thinks of positions: so a game's result less
all luck in it has the expectation of the result itself. The better the arbiter, the less is left of chance. For this to
hold, a worth may depend on nothing but what has happened so far, and the probabilities must be the true ones.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction

from ewala.core.state import State
from ewala.kit.ledger import Chances

__all__ = ["Arbiter", "Odds", "luck"]

Odds = Mapping[int, float | Fraction]  # of all that may come up, by the codes of moves: how likely each is


class Arbiter(ABC):
    """Sees everything in a position, hidden or not, and says what each seat may expect of it.

    The same position, the same answer: what it keeps in between may save time, nothing else.
    """

    @abstractmethod
    def worth(self, state: State) -> Chances:
        """Each seat's share of the win to expect; when the game is over, its share."""

    def after(self, state: State, moves: Sequence[int]) -> list[Chances]:
        """What a position is worth after each of these moves, given by their codes."""
        game = state.game
        return [self.worth(State(game, game.engine.apply(state.data, move))) for move in moves]


def luck(arbiter: Arbiter, state: State, odds: Odds, came: int) -> Chances:
    """What each seat gained by what came up, a move of this position, beside everything that might have."""
    codes = list(odds)
    worths = arbiter.after(state, codes)
    gained = worths[codes.index(came)]
    chances = [float(odds[code]) for code in codes]
    return tuple(
        share - sum(chance * worth[seat] for chance, worth in zip(chances, worths, strict=True))
        for seat, share in enumerate(gained)
    )
