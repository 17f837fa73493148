"""A simulation in a few lines: who wins how often, with how much, and how long it takes."""

from typing import Any

from ewala.kit.report.page import columns
from ewala.kit.stats.estimates import Estimate, average, measured, share


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
