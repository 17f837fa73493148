"""The actions of a learner: the moves that a player can ever make in a game, numbered without gaps from 0.

Codes of moves have gaps and hold the outcomes of chance; a network would have an output for each of them.
"""

from importlib import import_module
from operator import index

import numpy as np
from numpy.typing import NDArray

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.games.registry import kit_of

_NONE = -1


class Actions:
    """The actions of a game, in the order of their codes."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.codes: NDArray[np.int64] = np.array(list(kit_of(game.name).actions(game)), np.int64)  # of each action
        self.numbers: NDArray[np.int64] = np.full(import_module(game.kernel).CODES, _NONE, np.int64)
        self.numbers[self.codes] = np.arange(len(self.codes))

    def __len__(self) -> int:
        return len(self.codes)

    def text(self, action: int) -> str:
        """The text of the move that an action is."""
        return self._game.move_text(int(self.codes[self.read(action)]))

    def read(self, action: object) -> int:
        """The action itself, if it is one: a whole number, neither rounded nor read from a text."""
        try:
            number = index(action)  # type: ignore[arg-type]
        except TypeError:
            number = _NONE
        if not 0 <= number < len(self):
            sentence = "an action is a whole number from 0 to {last}, not {action}"
            raise BadSetup("envs/action", "", sentence, last=len(self) - 1, action=action)
        return number

    def number(self, move: str) -> int:
        """The action that is the move of this text; raises UnreadableText or BadSetup if there is none."""
        action = int(self.numbers[self._game.move_code(move)])
        if action == _NONE:
            raise BadSetup("envs/move", "", "{move} is no decision that a player has here", move=move)
        return action
