"""What a position at the start of a turn is worth to the side with the initiative: a small fitted network a turn.

The weights are data, made by `ewala train` (fitted.py loads them).
"""

from typing import Any

from ewala.core.curves import tanh
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
    first, second, turn = notes.first, notes.second, s.turn
    weights, bias = network.features[turn], network.first_bias[turn]
    for k in range(len(first)):
        first[k] = bias[k]
    for i in range(0, n, 4):
        a, b = weights[notes.features[i]], weights[notes.features[i + 1]]
        c, d = weights[notes.features[i + 2]], weights[notes.features[i + 3]]
        for k in range(len(first)):
            first[k] += (a[k] + b[k]) + (c[k] + d[k])
    bias = network.second_bias[turn]
    for k in range(len(second)):
        second[k] = bias[k]
    for j in range(len(first)):
        lit = first[j]
        if lit > 0:
            middle = network.middle[turn][j]
            for k in range(len(second)):
                second[k] += lit * middle[k]
    last = network.last[turn]
    total = last[SECOND_LAYER]
    for k in range(len(second)):
        total += max(second[k], 0) * last[k]
    return tanh(total)
