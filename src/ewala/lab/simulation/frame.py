"""The table of a simulation: rows as the kernels write them, as a Polars frame with a column for each number."""

from itertools import product
from math import prod
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from ewala.core.game import Game
from ewala.lab.simulation.players import tally_of

if TYPE_CHECKING:
    import polars as pl


def as_frame(game: Game, first: int, rows: "np.ndarray[Any, Any]") -> "pl.DataFrame":
    """The rows of games from number `first` on."""
    import polars as pl

    numbers = np.arange(first, first + len(rows), dtype=np.int64)
    columns = {"game": numbers}
    for name, field, place in columns_of(game):
        values = rows[field] if place is None else rows[field][:, place]
        columns[name] = np.ascontiguousarray(values)
    return pl.DataFrame(columns)


def columns_of(game: Game) -> list[tuple[str, str, int | None]]:
    """Each column's name, its field in the row, and its place there."""
    tally = tally_of(game)
    found: list[tuple[str, str, int | None]] = []
    for field in tally.Tally.dtype().names:
        axes = tally.AXES.get(field)
        if axes is None:
            found.append((field, field, None))
            continue
        for place, parts in enumerate(product(*_labels(game, tally, field, axes))):
            if all(parts):
                found.append(("_".join([field, *parts]), field, place))
    return found


def _labels(game: Game, tally: ModuleType, field: str, axes: tuple[str, ...]) -> list[tuple[str, ...]]:
    """What the places along each axis are called; places of seats that this game does not have are called nothing."""
    labels = [tally.LABELS.get(axis, ()) for axis in axes]
    places = tally.Tally.dtype()[field].shape[0]
    seats = places // prod(len(names) for names in labels if names)
    called = (*game.seats, *[""] * (seats - len(game.seats)))
    return [names or called for names in labels]
