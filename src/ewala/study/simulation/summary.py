"""A simulation in a few lines: who wins how often, with how much, and how long it takes."""

from math import sqrt
from typing import Any

from ewala.study.table import columns

__all__ = ["summary"]

_SURE = 1.96  # standard errors on each side that 95 % of the estimates keep to


def summary(seats: tuple[str, ...], table: Any) -> str:
    """Each seat's share of the wins and mean score, with 95 % intervals; a win that is shared counts in parts."""
    import polars as pl

    points = "score" if f"score_{seats[0]}" in table.collect_schema() else "power"
    winners = pl.sum_horizontal(f"won_{seat}" for seat in seats)
    wanted = {"moves": pl.col("moves")}
    for seat in seats:
        wanted[f"share {seat}"] = pl.col(f"won_{seat}") / winners
        wanted[f"points {seat}"] = pl.col(f"{points}_{seat}")
    found = table.select(
        pl.len().alias("games"),
        *(value.mean().alias(f"mean {name}") for name, value in wanted.items()),
        *(value.std().fill_null(0.0).alias(f"std {name}") for name, value in wanted.items()),
    ).collect()
    games = int(found["games"].item())

    def told(name: str, scale: float, form: str) -> str:
        mean, error = scale * found[f"mean {name}"].item(), scale * found[f"std {name}"].item() / sqrt(games)
        return f"{mean:{form}} ± {_SURE * error:{form}}"

    head = [f"{games:,} games", "wins %", points]
    body = [[seat, told(f"share {seat}", 100, ".2f"), told(f"points {seat}", 1, ".3f")] for seat in seats]
    lines = [*columns(head, body), "", f"moves a game: {told('moves', 1, '.2f')}   (± 95 % intervals)"]
    return "\n".join(lines) + "\n"
