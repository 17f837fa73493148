"""What a position at the start of a turn is worth to the side with the initiative: a small fitted network a turn.

The weights are data, made by `ewala train` (fitted.py loads them).
"""

import math
from typing import Any

from ewala.core.kernels import kernel
from ewala.games.chronicles.bots.features import features
from ewala.games.chronicles.bots.kinds import NO_FEATURE
from ewala.games.chronicles.rules.state import State

__all__ = ["FIRST_LAYER", "SECOND_LAYER", "evaluate"]

FIRST_LAYER = 96
SECOND_LAYER = 16


@kernel
def evaluate(s: State, r: Any, network: Any, notes: Any) -> float:
    """From -1, lost, to 1, won, for the initiative; `network` are fitted.Network's arrays, `notes` its scratch."""
    n = features(s, r, notes.features, notes.power)
    # Four features at a time, the last ones filled up with one that weighs nothing; and loops up to an array's length
    # rather than up to a constant: that is what the compiler makes vectors of, for a speed four times higher.
    while n % 4:
        notes.features[n] = NO_FEATURE
        n += 1
    weights, first, second = network.features, notes.first, notes.second
    turn = s.turn
    for k in range(first.shape[0]):
        first[k] = network.first_bias[turn, k]
    for i in range(0, n, 4):
        a, b, c, d = notes.features[i], notes.features[i + 1], notes.features[i + 2], notes.features[i + 3]
        for k in range(first.shape[0]):
            first[k] += (weights[turn, a, k] + weights[turn, b, k]) + (weights[turn, c, k] + weights[turn, d, k])
    for k in range(second.shape[0]):
        second[k] = network.second_bias[turn, k]
    for j in range(first.shape[0]):
        lit = first[j]
        if lit > 0:
            for k in range(second.shape[0]):
                second[k] += lit * network.middle[turn, j, k]
    total = network.last[turn, SECOND_LAYER]
    for k in range(second.shape[0]):
        total += max(second[k], 0) * network.last[turn, k]
    return math.tanh(total)
