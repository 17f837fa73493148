"""Where the games of an environment begin, and when they are cut off."""

from collections.abc import Mapping
from typing import Any

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.core.state import State
from ewala.games.registry import settled

LONGEST = 10_000  # steps after which a game is cut off: rules need not make anybody come to an end


def beginnings(game: str | Game, position: str, options: Mapping[str, Any]) -> list[State]:
    """The positions in which a game may begin, each equally likely.

    `game` is a game's name with its options, or a game with its rules settled; `position` the text of a position in
    place of the first one. Raises what `load` and `parse` do, and BadSetup where nothing is left to be decided.
    """
    loaded = settled(game, options, "envs/options")
    if position:
        start = loaded.parse(position)
        if start.to_act is None:
            raise BadSetup("envs/over", "", Sentence("the game is over in this position; there is nothing to decide"))
        return [start]
    return [drawn.start() for drawn in loaded.lots()]


def at_least_one(name: str, number: int) -> int:
    """The number itself, if it is a whole one from 1; else raises BadSetup."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise BadSetup(
            "envs/number", "", Sentence("{name} is a whole number from 1, not {number!r}", name=name, number=number)
        )
    return number


def not_begun() -> BadSetup:
    """The error for a step in a game that has not begun, or has ended."""
    return BadSetup("envs/not-begun", "", Sentence("reset begins a game; it comes before the first step"))
