"""What was fitted, from the files beside this one: the arrays of a network, by their names."""

from pathlib import Path
from typing import Any

from ewala.games.chronicles.bots.network import network_in


def learned() -> dict[str, Any]:
    return _read("learned")


def plain() -> dict[str, Any]:
    """Fitted on fewer positions; they do not see which zones touch."""
    return _read("plain")


def file_of(values: str) -> Path:
    return Path(__file__).with_name(f"{values}.npz")


def _read(values: str) -> dict[str, Any]:
    import numpy as np

    with np.load(file_of(values)) as arrays:
        return network_in(arrays)._asdict()
