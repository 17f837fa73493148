"""How large a mistake is, in players' words: what it cost of the winning chance has a name.

The thresholds stand here and nowhere else; docs/coach.md explains them.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

from ewala.core.state import Seat
from ewala.kit.analysis import Step

__all__ = ["SIZES", "MistakeSize", "Mistakes", "mistakes_of", "size_of"]

MistakeSize = Literal["slip", "mistake", "blunder"]

SIZES: tuple[tuple[MistakeSize, float], ...] = (("blunder", 0.10), ("mistake", 0.04), ("slip", 0.01))  # at least


class Mistakes(msgspec.Struct, frozen=True):
    """How a seat decided, all in all."""

    decisions: int
    slips: int
    mistakes: int
    blunders: int
    average: float  # what a decision cost


def size_of(loss: float) -> MistakeSize | None:
    """What a decision is called that cost so much; nothing if it is not worth a word."""
    return next((size for size, least in SIZES if loss >= least), None)


def mistakes_of(steps: Iterable[Step], seat: Seat) -> Mistakes:
    losses = [step.loss for step in steps if step.seat == seat]
    sizes = [size_of(loss) for loss in losses]
    return Mistakes(
        len(losses),
        sizes.count("slip"),
        sizes.count("mistake"),
        sizes.count("blunder"),
        sum(losses) / len(losses) if losses else 0.0,
    )
