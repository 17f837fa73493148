"""The table of a simulation: a Polars frame with a column for each number of the kernels' rows, and its summary."""

from itertools import product
from math import prod
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from ewala.core.game import Game
from ewala.kit.report.page import columns
from ewala.kit.stats.estimates import Estimate, average, measured, share
from ewala.lab.simulation.players import tally_of

if TYPE_CHECKING:
    import polars as pl


def as_frame(game: Game, first: int, rows: "np.ndarray[Any, Any]") -> "pl.DataFrame":
    """The rows of games from number `first` on."""
    import polars as pl

    numbers = np.arange(first, first + len(rows), dtype=np.int64)
    found = {"game": numbers}
    for name, field, place in columns_of(game):
        values = rows[field] if place is None else rows[field][:, place]
        found[name] = np.ascontiguousarray(values)
    return pl.DataFrame(found)


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


def summary(seats: tuple[str, ...], table: Any) -> str:
    """Each seat's share of the wins and mean score, with 95 % intervals; a win that is shared counts in parts."""
    import polars as pl

    points = "score" if f"score_{seats[0]}" in table.collect_schema() else "power"
    winners = pl.sum_horizontal(f"won_{seat}" for seat in seats)
    asked = {"moves": average(pl.col("moves"))}
    for seat in seats:
        asked[f"wins {seat}"] = share(pl.col(f"won_{seat}") / winners)
        asked[f"points {seat}"] = average(pl.col(f"{points}_{seat}"))
    found = measured(table, asked)
    games = found["moves"].games
    head = [f"{games:,} {'game' if games == 1 else 'games'}", "wins %", points]
    body = [[seat, _told(found[f"wins {seat}"], 100, 2), _told(found[f"points {seat}"], 1, 3)] for seat in seats]
    lines = [*columns(head, body), "", f"moves a game: {_told(found['moves'], 1, 2)}   (95 % intervals in parentheses)"]
    return "\n".join(lines) + "\n"


def _told(one: Estimate, scale: float, digits: int) -> str:
    value = f"{scale * one.value:.{digits}f}"
    if one.low == one.high:  # of a single game: what others would be is not known
        return value
    return f"{value} ({scale * one.low:.{digits}f} to {scale * one.high:.{digits}f})"
