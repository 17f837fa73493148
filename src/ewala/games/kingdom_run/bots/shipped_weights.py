"""What was fitted and learned, from the files beside this one: arrays by their names."""

import json
from pathlib import Path
from typing import Any

from ewala.games.kingdom_run.bots.features import NAMES

NETWORKS = Path(__file__).with_name("network.npz")  # a training run's `best.npz`; docs/learning.md has its settings
SUMS = Path(__file__).with_name("weights.json")  # `training/fit_sums.py` writes it


def networks() -> dict[str, Any]:
    """The layers for each number of players: `2_seats`, and so on."""
    import numpy as np

    with np.load(NETWORKS) as arrays:
        return dict(arrays)


def sums() -> dict[str, Any]:
    """For each number of players (`2 players`, and so on), the three numbers of each feature's weight."""
    import numpy as np

    fitted = json.loads(SUMS.read_text("utf-8"))
    return {players: np.array([weights[name] for name in NAMES]) for players, weights in fitted.items()}
