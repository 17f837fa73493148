"""What a search reads when it judges: the plain sum's weights, and those of the network that corrects it."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from ewala.core.buffers import reals, shorts
from ewala.core.bundled_weights import shipped
from ewala.games.kingdom_run.bots.features import FEATURES, PODIUM, PURSE, ZONES
from ewala.games.kingdom_run.bots.network import FIRST_LAYER, SECOND_LAYER
from ewala.games.kingdom_run.bots.weights import SHIPPED as SUMS
from ewala.games.kingdom_run.bots.weights import on_parabola, rows
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import TOKEN_VALUE

SHIPPED = "ewala.games.kingdom_run.bots.shipped_weights:networks"
SHIPPED_NAMES = (SHIPPED, SUMS)

Kind = Literal["learned", "plain", "points"]

_POINTS = {ZONES: 1.0, PODIUM: 1.0, PURSE: TOKEN_VALUE / 10}  # what counts at once, in tens of points, and no more


class Layers(NamedTuple):
    """A network for one number of players, as it is fitted: arrays, or lists of lists."""

    seats: Any  # for each distance from the seat that is corrected, each feature, each unit
    first_bias: Any  # for each part of a parabola in the podium's progress, each unit
    middle: Any
    second_bias: Any
    last: Any


class Values(NamedTuple):
    """The same for one game, ready for a kernel; it has room for so many `stages`, and `players`."""

    # Of the plain sum: for each number of runners on the podium, each feature.
    rows: Annotated[Any, reals("stages", FEATURES)]
    learned: int  # whether there is a network
    seats: Annotated[Any, shorts("players", FEATURES + 1, FIRST_LAYER)]
    first_bias: Annotated[Any, shorts("stages", FIRST_LAYER)]  # for each number of runners on the podium
    middle: Annotated[Any, shorts(FIRST_LAYER, SECOND_LAYER)]
    second_bias: Annotated[Any, shorts(SECOND_LAYER)]
    last: Annotated[Any, shorts(SECOND_LAYER)]


def blank_layers(players: int) -> Layers:
    """All zeros: nothing is corrected."""
    return Layers(
        seats=[[[0.0] * FIRST_LAYER for _ in range(FEATURES)] for _ in range(players)],
        first_bias=[[0.0] * FIRST_LAYER for _ in range(3)],
        middle=[[0.0] * SECOND_LAYER for _ in range(FIRST_LAYER)],
        second_bias=[0.0] * SECOND_LAYER,
        last=[0.0] * SECOND_LAYER,
    )


def layers_in(weights: Mapping[str, Any], players: int) -> Layers:
    """Those for a number of players, of all in a file."""
    return Layers(*(weights[f"{players}_{name}"] for name in Layers._fields))


def shipped_values(game: KingdomRun, kind: Kind) -> Values:
    """Those that opponents and coach judge by; plain ones are to measure by, and points are for the short-sighted."""
    if kind == "learned":
        return learned_values(game, layers_in(shipped(SHIPPED), len(game.seats)))
    plain = plain_values(game)
    if kind == "plain":
        return plain
    return plain._replace(rows=[[_POINTS.get(feature, 0.0) for feature in range(FEATURES)] for _ in plain.rows])


def plain_values(game: KingdomRun) -> Values:
    """The sum of features alone."""
    return _made_ready(game, blank_layers(len(game.seats)), 0)


def learned_values(game: KingdomRun, layers: Layers) -> Values:
    """The sum, corrected by a network."""
    return _made_ready(game, layers, 1)


def _made_ready(game: KingdomRun, layers: Layers, learned: int) -> Values:
    places = game.rules.places
    bias = [
        [
            on_parabola(constant, rise, bend, arrived / places)
            for constant, rise, bend in zip(*layers.first_bias, strict=True)
        ]
        for arrived in range(places + 1)
    ]
    seats = [
        [[float(weight) for weight in feature] for feature in seat] + [[0.0] * FIRST_LAYER] for seat in layers.seats
    ]
    middle = [[float(weight) for weight in unit] for unit in layers.middle]
    second_bias, last = ([float(weight) for weight in layer] for layer in (layers.second_bias, layers.last))
    return Values(rows(game), learned, seats, bias, middle, second_bias, last)
