"""A network for each turn, as evaluation.evaluate reads it."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from ewala.core.buffers import fields_of, shorts
from ewala.games.chronicles.bots.evaluation import FIRST_LAYER, SECOND_LAYER
from ewala.games.chronicles.bots.kinds import FEATURES
from ewala.games.chronicles.rules.state import TURNS

_TURNS = TURNS + 1


class Network(NamedTuple):
    """For each turn (0 is not in use) the weights of three layers."""

    features: Annotated[Any, shorts(_TURNS, FEATURES, FIRST_LAYER)]
    first_bias: Annotated[Any, shorts(_TURNS, FIRST_LAYER)]
    middle: Annotated[Any, shorts(_TURNS, FIRST_LAYER, SECOND_LAYER)]
    second_bias: Annotated[Any, shorts(_TURNS, SECOND_LAYER)]
    last: Annotated[Any, shorts(_TURNS, SECOND_LAYER + 1)]  # the last entry is the bias


def blank_network() -> Network:
    """All zeros: every position is worth an equal game."""
    import numpy as np

    return Network(*(np.zeros(buffer.shape, np.float32) for _, buffer in fields_of(Network)))


def network_in(arrays: Mapping[str, Any]) -> Network:
    """A network from its arrays; one that sees fewer features, in a smaller first layer, is filled up with zeros."""
    network = blank_network()
    for name, whole in network._asdict().items():
        part = arrays[name]
        whole[tuple(slice(length) for length in part.shape)] = part
    return network
