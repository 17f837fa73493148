"""The fitted networks, one for each turn, and their file."""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ewala.games.chronicles.bots.evaluation import FIRST_LAYER, SECOND_LAYER
from ewala.games.chronicles.bots.features import FEATURES
from ewala.games.chronicles.rules.state import TURNS

__all__ = ["WEIGHTS", "Network", "blank_network", "fitted_network", "save_network"]

WEIGHTS = Path(__file__).with_name("weights.npz")

Array = np.ndarray[Any, np.dtype[Any]]


class Network(NamedTuple):
    """What evaluation.evaluate reads: for each turn (0 is not in use) the weights of three layers."""

    features: Array
    first_bias: Array
    middle: Array
    second_bias: Array
    last: Array  # the last entry is the bias


def blank_network() -> Network:
    """All zeros: every position is worth an equal game."""
    turns = TURNS + 1
    shapes = (
        (turns, FEATURES, FIRST_LAYER),
        (turns, FIRST_LAYER),
        (turns, FIRST_LAYER, SECOND_LAYER),
        (turns, SECOND_LAYER),
        (turns, SECOND_LAYER + 1),
    )
    return Network(*(np.zeros(shape, np.float32) for shape in shapes))


@cache
def fitted_network() -> Network:
    """The network that is shipped."""
    with np.load(WEIGHTS) as arrays:
        return Network(*(np.ascontiguousarray(arrays[name], np.float32) for name in Network._fields))


def save_network(network: Network, path: Path) -> None:
    """Half precision: a weight's third digit changes nothing that a game would show."""
    np.savez_compressed(path, **{name: array.astype(np.float16) for name, array in network._asdict().items()})
