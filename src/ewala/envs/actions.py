"""The actions of a learner: the moves that a player can ever make in a game, numbered without gaps from 0.

The codes of moves (`games/*/codes.py`) have gaps, hold the outcomes of chance, and in Kingdom Run leave room for the
longest circuit; a network would have an output for each of them.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from operator import index

import numpy as np
from numpy.typing import NDArray

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.games.chronicles import codes as chronicles
from ewala.games.chronicles.state import RUNES, SLOTS
from ewala.games.kingdom_run import codes as kingdom_run
from ewala.games.kingdom_run.dice import HANDFULS
from ewala.games.kingdom_run.state import CLANS, SPACES

__all__ = ["Actions"]

_NONE = -1


class Actions:
    """The actions of a game, in the order of their codes."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.codes: NDArray[np.int64] = np.array(list(_DECISIONS[game.name](game)), np.int64)  # of each action
        self.numbers: NDArray[np.int64] = np.full(import_module(game.kernel).codes.CODES, _NONE, np.int64)
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
            raise BadSetup("envs/action", "", Sentence(sentence, last=len(self) - 1, action=action))
        return number

    def number(self, move: str) -> int:
        """The action that is the move of this text; raises UnreadableText or BadSetup if there is none."""
        action = int(self.numbers[self._game.move_code(move)])
        if action == _NONE:
            raise BadSetup("envs/move", "", Sentence("{move} is no decision that a player has here", move=move))
        return action


def _of_kingdom_run(game: Game) -> Iterator[int]:
    """Dice to roll again, disbanding on, ending the turn, robbing a clan, and the actions with a runner."""
    spaces = game.table.spaces  # type: ignore[attr-defined]
    yield from range(kingdom_run.REROLLED, kingdom_run.REROLLED + len(HANDFULS))
    yield from range(kingdom_run.TAKEN, kingdom_run.ENDED + 1)
    yield from range(kingdom_run.STOLEN, kingdom_run.STOLEN + CLANS)
    for clan in range(kingdom_run.DISBANDED, kingdom_run.CODES, SPACES):
        yield from range(clan, clan + spaces)


def _of_chronicles(game: Game) -> Iterator[int]:
    """Declining, brotherhood, treachery and lust, and each rune in each slot."""
    yield chronicles.DECLINED
    yield from range(chronicles.SWAPPED + 1, chronicles.SWAPPED + RUNES + 1)
    yield from range(chronicles.MOVED, chronicles.MOVED + SLOTS)
    for side in (0, 16):
        yield from range(chronicles.ATTRACTED + side + 1, chronicles.ATTRACTED + side + RUNES + 1)
    yield from range(chronicles.BID_MADE + SLOTS, chronicles.CODES)


_DECISIONS: dict[str, Callable[[Game], Iterator[int]]] = {
    "kingdom-run": _of_kingdom_run,
    "chronicles-of-run": _of_chronicles,
}
