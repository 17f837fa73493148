"""What one more of something is worth: a linear regression, seat by seat, within groups that had as many turns.

The interval takes the game as its unit (seats of a game depend on each other) and does not suppose that what is left
unexplained varies equally everywhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ewala.kit.stats.estimates import Estimate, Z

if TYPE_CHECKING:
    import polars as pl

_BATCH = 1 << 17  # games at a time
_GROUPS = 512  # turns of a seat, at most

Floats = "np.ndarray[Any, np.dtype[np.float64]]"


@dataclass(frozen=True)
class Sightings:
    """For each seat: the outcome, the group to compare within, and what is counted; as expressions, all alike."""

    outcome: Sequence[Any]
    group: Sequence[Any]
    counts: Sequence[Sequence[Any]]


def worth(frame: "pl.LazyFrame", seen: Sightings) -> list[Estimate]:
    """By how much the outcome differs with one more of each, the others being equal.

    Where the counts of a group always have the same sum, one more of one is one less of another: then each is compared
    with the average of all.
    """
    kinds, seats = len(seen.counts[0]), len(seen.outcome)
    size = np.zeros((seats, _GROUPS))
    means = np.zeros((seats, _GROUPS, kinds + 1))
    games = 0
    for group, values in _batches(frame, seen):
        games += len(group)
        for seat in range(seats):
            size[seat] += np.bincount(group[:, seat], minlength=_GROUPS)
            for column in range(kinds + 1):
                means[seat, :, column] += np.bincount(group[:, seat], values[:, seat, column], _GROUPS)
    means /= np.maximum(size, 1)[:, :, None]

    square = np.zeros((kinds + 1, kinds + 1))
    for group, values in _batches(frame, seen):
        apart = _apart(group, values, means).reshape(-1, kinds + 1)
        square += apart.T @ apart
    inverse = np.linalg.pinv(square[1:, 1:], rcond=1e-9, hermitian=True)
    slopes = inverse @ square[1:, 0]

    spread = np.zeros((kinds, kinds))
    for group, values in _batches(frame, seen):
        apart = _apart(group, values, means)
        left = apart[:, :, 0] - apart[:, :, 1:] @ slopes
        pull = np.einsum("gsk,gs->gk", apart[:, :, 1:], left)
        spread += pull.T @ pull
    reach = [Z * sqrt(max(variance, 0.0)) for variance in np.diag(inverse @ spread @ inverse)]
    return [
        Estimate(float(slope), float(slope) - far, float(slope) + far, games)
        for slope, far in zip(slopes, reach, strict=True)
    ]


def _apart(group: Any, values: Any, means: Any) -> Any:
    """How far each value is from its group's mean."""
    return values - means[np.arange(group.shape[1])[None, :], group]


def _batches(frame: "pl.LazyFrame", seen: Sightings) -> Iterator[tuple[Any, Any]]:
    """The groups (games × seats), and outcome and counts (games × seats × values), some games at a time."""
    import polars as pl

    seats, width = len(seen.outcome), 1 + len(seen.counts[0])
    asked = [group.cast(pl.Int64).alias(f"group {seat}") for seat, group in enumerate(seen.group)]
    for seat in range(seats):
        columns = [seen.outcome[seat], *seen.counts[seat]]
        asked += [column.cast(pl.Float64).alias(f"{seat} {n}") for n, column in enumerate(columns)]
    total = int(frame.select(pl.len()).collect().item())
    for first in range(0, total, _BATCH):
        batch = frame.slice(first, _BATCH).select(asked).collect()
        group = np.stack([batch[f"group {seat}"].to_numpy() for seat in range(seats)], axis=1)
        values = np.stack([batch[name].to_numpy() for name in batch.columns[seats:]], axis=1)
        yield np.minimum(group, _GROUPS - 1), values.reshape(-1, seats, width)
