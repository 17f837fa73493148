"""What a turn's start is worth is the same on a graphics card as on a processor: one kernel, compiled for both."""

import importlib
from typing import Any

import numpy as np
from graphics_card import needs_card

from ewala.core.compiled import twin
from ewala.core.graphics import GRAPHICS
from ewala.core.machines import COMPILED
from ewala.games.chronicles.bots import evaluation
from ewala.games.chronicles.bots.fitted import FITTED, fitted_network
from ewala.games.chronicles.bots.network import Network
from ewala.games.chronicles.bots.random_positions import public_position
from ewala.games.chronicles.bots.workspace import Notes
from ewala.games.chronicles.rules.state import State

SAME = 1e-5  # of a value from -1 to 1: a card rounds a product and a sum once, a processor each


@needs_card
def test_positions_are_worth_the_same_on_a_card() -> None:
    cuda: Any = importlib.import_module("numba.cuda")
    evaluate = twin(evaluation.__name__, GRAPHICS).evaluate

    def evaluate_all(states: Any, rules: Any, network: Any, notes: Any, values: Any) -> None:
        for n in range(len(values)):
            values[n] = evaluate(states[n], rules[0], network, notes)

    for layout in ("block", "ring", "line"):
        states = [public_position(2 + seed % 7, seed, layout=layout) for seed in range(140)]
        rules = np.frombuffer(states[0].game.rules.pack(), type(states[0].game.rules).dtype())
        positions = np.frombuffer(b"".join(state.data for state in states), State.dtype())
        for kind in FITTED:
            network, notes = COMPILED.held(fitted_network(kind)), COMPILED.blank(Notes)
            here = [twin(evaluation.__name__).evaluate(position, rules[0], network, notes) for position in positions]
            there = cuda.to_device(np.zeros(len(states)))
            cuda.jit(evaluate_all)[1, 1](
                cuda.to_device(positions),
                cuda.to_device(rules),
                Network(*map(cuda.to_device, network)),
                Notes(*map(cuda.to_device, notes)),
                there,
            )
            farthest = np.abs(there.copy_to_host() - here).max()
            assert farthest <= SAME, f"{layout}, {kind}: {farthest}"
