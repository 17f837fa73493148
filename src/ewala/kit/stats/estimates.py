"""Estimates with their 95 % intervals, from tables of games that need not fit into memory.

A *measure* is a quotient of two sums over games, such as wins of a seat per game, or defeats of a piece per duel of it.
The game is the unit of every interval: what happens within one game need not be independent of each other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

Z = 1.959963984540054  # of a normal quantity, 95 % lie within so many deviations
_BEFORE = " before"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, where it lies with 95 % confidence, and how many games it rests on."""

    value: float
    low: float
    high: float
    games: int

    @property
    def sure_sign(self) -> int:
        """1 or -1 if it is above or below 0 for sure, else 0."""
        return (self.low > 0) - (self.high < 0)


@dataclass(frozen=True)
class Measure:
    """What is summed up, and by the sum of what it is divided; a share lies from 0 to 1."""

    of: Any  # a Polars expression
    per: Any = 1
    is_share: bool = False


def average(of: Any, per: Any = 1) -> Measure:
    return Measure(of, per)


def share(of: Any, per: Any = 1) -> Measure:
    """Of whatever `per` counts, those that `of` counts too."""
    return Measure(of, per, is_share=True)


def measured(frame: "pl.LazyFrame", measures: Mapping[str, Measure]) -> dict[str, Estimate]:
    """Every measure's estimate, in one pass over the games. What never occurred (`per` is 0 throughout) is left out."""
    import polars as pl

    asked = [pl.len().alias("games")]
    for n, measure in enumerate(measures.values()):
        of, per = (_number(side, pl) for side in (measure.of, measure.per))
        sums = {"of": of, "per": per, "of_of": of * of, "of_per": of * per, "per_per": per * per}
        asked += [each.sum().alias(f"{name} {n}") for name, each in sums.items()]
        asked.append((per != 0).sum().alias(f"games {n}"))
    row = frame.select(asked).collect(engine="streaming").row(0, named=True)
    found: dict[str, Estimate] = {}
    for n, (name, measure) in enumerate(measures.items()):
        sums = {key: float(row[f"{key} {n}"]) for key in ("of", "per", "of_of", "of_per", "per_per")}
        if sums["per"]:
            games = row["games"] if isinstance(measure.per, int) else row[f"games {n}"]
            found[name] = _estimate(sums, int(games), is_share=measure.is_share)
    return found


def _number(side: Any, pl: Any) -> Any:
    """As an expression with a number for each game; columns are too narrow for their products and sums."""
    return (side if isinstance(side, pl.Expr) else pl.col("game") * 0 + side).cast(pl.Float64)


def _estimate(sums: Mapping[str, float], games: int, *, is_share: bool) -> Estimate:
    """A quotient of sums, its variance by linearisation; a share has Wilson's interval for as many independent ones."""
    value = sums["of"] / sums["per"]
    square = sums["of_of"] - 2 * value * sums["of_per"] + value * value * sums["per_per"]
    variance = max(square, 0.0) / sums["per"] ** 2
    if not is_share:
        variance *= games / (games - 1) if games > 1 else 1
        reach = Z * sqrt(variance)
        return Estimate(value, value - reach, value + reach, games)
    worth = value * (1 - value) / variance if variance > 0 and 0 < value < 1 else sums["per"]
    low, high = wilson(value, worth)
    return Estimate(value, low, high, games)


def student(freedom: int) -> float:
    """How many standard errors a 95 % interval reaches either way, where the error is estimated (Student's t)."""
    from scipy.special import stdtrit  # type: ignore[import-untyped]

    return float(stdtrit(freedom, 0.975))


def wilson(share: float, of: float, z: float = Z) -> tuple[float, float]:
    """Wilson's interval of a share among `of` independent trials.

    `of` need not be whole: games that depend on each other are worth fewer. SciPy's takes whole numbers alone.
    """
    extra = z * z / of
    middle = (share + extra / 2) / (1 + extra)
    reach = z / (1 + extra) * sqrt(share * (1 - share) / of + extra / (4 * of))
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))


def proportion(count: int, of: int) -> Estimate:
    """The share of `count` among `of` that do not depend on each other."""
    return Estimate(count / of, *wilson(count / of, of), of)


def difference(one: Estimate, other: Estimate) -> Estimate:
    """How much more the one is than the other, from games that have nothing to do with each other."""
    value = one.value - other.value
    below = sqrt((one.value - one.low) ** 2 + (other.high - other.value) ** 2)
    above = sqrt((one.high - one.value) ** 2 + (other.value - other.low) ** 2)
    return Estimate(value, value - below, value + above, min(one.games, other.games))


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
