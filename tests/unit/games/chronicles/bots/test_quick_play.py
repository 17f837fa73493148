"""Quick self-play reaches the turn it is asked for, by legal moves."""

from typing import Any

import numpy as np
import pytest

from ewala.core.compiled import twin
from ewala.core.machines import COMPILED, INTERPRETED
from ewala.core.rng import seeded
from ewala.core.state import State
from ewala.games.chronicles.bots import quick_play
from ewala.games.chronicles.bots.fitted import fitted_network
from ewala.games.chronicles.bots.workspace import new_workspace
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import State as Record

GAME = Chronicles.from_options({})


def check(data: bytes, turn: int) -> None:
    """The position is read back from its text, which refuses what could not stand."""
    state = State(GAME, data)
    assert GAME.parse(state.text) == state
    record = Record.unpack(data)
    assert (record.turn, record.pending) == (turn, 0)


@pytest.mark.parametrize("whim", [0, 50, 100])
def test_it_plays_to_a_turn(whim: int) -> None:
    work = new_workspace(INTERPRETED, GAME.rules, "win", fitted_network())
    rng = [seeded(whim)]
    quick_play.deal(work, rng)
    for _ in range(2):
        quick_play.play_turn(work, whim, rng)
    check(work.stack[0].pack(), 3)


@pytest.mark.parametrize("turn", [2, 5, 8])
def test_it_plays_to_a_turn_compiled(turn: int) -> None:
    work = new_workspace(COMPILED, GAME.rules, "win", fitted_network())
    module: Any = twin(quick_play.__name__)
    rng = np.array([seeded(turn)])
    module.deal(work, rng)
    for _ in range(turn - 2):
        module.play_turn(work, 30, rng)
    module.wander(work, rng)
    check(work.stack[:1].tobytes(), turn)


def test_choices_are_drawn_with_their_probabilities() -> None:
    rng = [seeded(1)]
    drawn = [quick_play.drawn([0.25, 0.0, 0.75], 3, rng) for _ in range(2000)]
    assert 1 not in drawn
    assert 400 < drawn.count(0) < 600
    assert quick_play.drawn([0.0, 1e-9, 0.0], 3, rng) == 1, "the likeliest, where rounding leaves something over"
