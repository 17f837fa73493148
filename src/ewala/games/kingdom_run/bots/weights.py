"""The fitted weights of the value function: read from the data beside this file, made ready for a game.

`tools/fit_kingdom_run.py` writes them.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from ewala.games.kingdom_run.bots.features import NAMES
from ewala.games.kingdom_run.rules.game import KingdomRun

__all__ = ["FILE", "STAGES", "basis", "rows"]

FILE = Path(__file__).with_name("weights.json")
STAGES = 3  # how many numbers say how a weight changes in the course of a game


def basis(progress: float) -> tuple[float, float, float]:
    """What a weight's three numbers are multiplied with, when this part of the podium is taken: a parabola."""
    return 1.0, progress, progress * progress


@cache
def _fitted() -> Any:
    return json.loads(FILE.read_text("utf-8"))


def rows(game: KingdomRun) -> list[list[float]]:
    """A game's weights: a row for each number of runners on the podium, a column for each feature."""
    weights = _fitted()[f"{len(game.seats)} players"]
    return from_parabolas([weights[name] for name in NAMES], game.rules.places)


def from_parabolas(parabolas: Any, places: int) -> list[list[float]]:
    return [
        [sum(a * float(b) for a, b in zip(basis(arrived / places), numbers, strict=True)) for numbers in parabolas]
        for arrived in range(places + 1)
    ]
