"""Pictures of positions in notebooks. Core cannot draw games: games/__init__.py leaves a function here that can."""

from collections.abc import Callable
from typing import Any

__all__ = ["drawn_with", "picture_of"]

Draw = Callable[[Any], str]  # a view, as SVG

_known: list[Draw] = []


def drawn_with(draw: Draw) -> None:
    """Draw positions with this function from now on."""
    _known[:] = [draw]


def picture_of(view: Any) -> str | None:
    """The picture of a view; None where nobody knows how to draw."""
    return _known[0](view) if _known else None
