"""The fitted weights of the value function: read from the data beside this file, made ready for a game.

`tools/fit_kingdom_run.py` writes them.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from ewala.games.kingdom_run.bots.features import NAMES
from ewala.games.kingdom_run.rules.game import KingdomRun

__all__ = ["FILE", "STAGES", "basis", "on_parabola", "parabolas_by_players", "rows"]

FILE = Path(__file__).with_name("weights.json")
STAGES = 3  # how many numbers say how a weight changes in the course of a game


def basis(progress: float) -> tuple[float, float, float]:
    """What a weight's three numbers are multiplied with, when this part of the podium is taken: a parabola."""
    return 1.0, progress, progress * progress


def on_parabola(constant: float, rise: float, bend: float, progress: float) -> float:
    """A weight at this part of the podium: a sum that is the same everywhere, as it is written out."""
    one, part, square = basis(progress)
    return one * float(constant) + part * float(rise) + square * float(bend)


@cache
def _fitted() -> Any:
    return json.loads(FILE.read_text("utf-8"))


def rows(game: KingdomRun) -> list[list[float]]:
    """A game's weights: a row for each number of runners on the podium, a column for each feature."""
    return from_parabolas(parabolas_by_players()[f"{len(game.seats)} players"], game.rules.places)


def parabolas_by_players() -> dict[str, list[list[float]]]:
    """For each number of players, the three numbers of each feature's weight."""
    return {players: [weights[name] for name in NAMES] for players, weights in _fitted().items()}


def from_parabolas(parabolas: Any, places: int) -> list[list[float]]:
    return [
        [on_parabola(numbers[0], numbers[1], numbers[2], arrived / places) for numbers in parabolas]
        for arrived in range(places + 1)
    ]
