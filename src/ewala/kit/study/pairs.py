"""Games under two sets of rules, number by number: both begin with the same dice."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ewala.kit.stats.estimates import Estimate, average, measured

if TYPE_CHECKING:
    import polars as pl

__all__ = ["changes", "side_by_side"]

_BEFORE = " before"


def side_by_side(base: "pl.LazyFrame", other: "pl.LazyFrame", asked: Mapping[str, Any]) -> "pl.LazyFrame":
    """A row for each number of a game that both have: what is asked in the other, and, ` before` added, in the base."""
    import polars as pl

    here = other.select("game", *(each.cast(pl.Float64).alias(name) for name, each in asked.items()))
    there = base.select("game", *(each.cast(pl.Float64).alias(name + _BEFORE) for name, each in asked.items()))
    return here.join(there, on="game")


def changes(base: "pl.LazyFrame", other: "pl.LazyFrame", asked: Mapping[str, Any]) -> dict[str, Estimate]:
    """By how much each average is more in the other than in the base."""
    import polars as pl

    both = side_by_side(base, other, asked)
    found = measured(both, {name: average(pl.col(name) - pl.col(name + _BEFORE)) for name in asked})
    return {name: _not_too_sure(one) for name, one in found.items()}


def _not_too_sure(one: Estimate) -> Estimate:
    """Where no game differs, three in all of them may still, by 1 each: the rule of three."""
    if one.low < one.high:
        return one
    return Estimate(one.value, one.value - 3 / one.games, one.value + 3 / one.games, one.games)
