"""The fitted weights of the value function, made ready for a game."""

from typing import Any

from ewala.core.bundled_weights import shipped
from ewala.games.kingdom_run.rules.game import KingdomRun

SHIPPED = "ewala.games.kingdom_run.bots.shipped_weights:sums"
STAGES = 3  # how many numbers say how a weight changes in the course of a game


def basis(progress: float) -> tuple[float, float, float]:
    """What a weight's three numbers are multiplied with, when this part of the podium is taken: a parabola."""
    return 1.0, progress, progress * progress


def on_parabola(constant: float, rise: float, bend: float, progress: float) -> float:
    """A weight at this part of the podium: a sum that is the same everywhere, as it is written out."""
    one, part, square = basis(progress)
    return one * float(constant) + part * float(rise) + square * float(bend)


def rows(game: KingdomRun) -> list[list[float]]:
    """A game's weights: a row for each number of runners on the podium, a column for each feature."""
    return from_parabolas(shipped(SHIPPED)[f"{len(game.seats)} players"], game.rules.places)


def from_parabolas(parabolas: Any, places: int) -> list[list[float]]:
    return [
        [on_parabola(numbers[0], numbers[1], numbers[2], arrived / places) for numbers in parabolas]
        for arrived in range(places + 1)
    ]
