"""A network for each turn, as evaluation.evaluate reads it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from ewala.games.chronicles.bots.evaluation import FIRST_LAYER, SECOND_LAYER
from ewala.games.chronicles.bots.kinds import FEATURES
from ewala.games.chronicles.rules.state import TURNS

__all__ = ["Network", "blank_network", "network_in"]

Array = np.ndarray[Any, np.dtype[Any]]


class Network(NamedTuple):
    """For each turn (0 is not in use) the weights of three layers."""

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


def network_in(arrays: Mapping[str, Array]) -> Network:
    """A network from its arrays; one that sees fewer features, in a smaller first layer, is filled up with zeros."""
    network = blank_network()
    for name, whole in network._asdict().items():
        part = arrays[name]
        whole[tuple(slice(length) for length in part.shape)] = part
    return network
