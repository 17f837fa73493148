"""Positions as kernels spell them, for browsers, are as Python writes them."""

import importlib
import importlib.util
from collections.abc import Callable, Iterator
from typing import Any

from ewala.core.game import Game
from ewala.core.roles import SPECTATOR
from ewala.core.spelling import LONGEST_POSITION, spelled
from ewala.core.state import State

Playing = Callable[[Game, int], Iterator[tuple[State, str]]]


def test_a_kernel_spells_positions_as_they_are_written(game: Game, playing: Playing) -> None:
    """The layout of the Chronicles, which no position changes, is left to whoever knows it. A game need not spell."""
    name = game.kernel.rpartition(".")[0] + ".position_text"
    if importlib.util.find_spec(name) is None:
        return
    kernel: Any = importlib.import_module(name)
    layout = f"{game.values['layout']} " if "layout" in game.values else ""
    out = [0] * LONGEST_POSITION
    for state, _ in playing(game, 1):
        for position in (state, state.view(SPECTATOR)):
            many = kernel.spell_position(game.interpreted.look(position.data), game.engine._rules, out)
            assert layout + spelled(out, many) == position.text
