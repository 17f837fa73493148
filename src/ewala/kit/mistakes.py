"""How large a mistake is, in players' words: what it cost of the winning chance has a name.

The thresholds stand here and nowhere else; docs/coach.md explains them.
"""

from collections.abc import Iterable, Sequence
from math import fsum
from typing import Literal

import msgspec

from ewala.core.curves import exp
from ewala.core.state import Seat
from ewala.kit.analysis import Step

__all__ = ["SIZES", "MistakeSize", "Mistakes", "accuracy_of", "mistakes_of", "size_of"]

MistakeSize = Literal["slip", "mistake", "blunder"]

SIZES: tuple[tuple[MistakeSize, float], ...] = (("blunder", 0.10), ("mistake", 0.04), ("slip", 0.01))  # at least
STRICTNESS = 10.0  # each per cent of winning chance takes a tenth of a decision's accuracy away


class Mistakes(msgspec.Struct, frozen=True):
    """How a seat decided, all in all."""

    decisions: int
    slips: int
    mistakes: int
    blunders: int
    average: float  # what a decision cost
    accuracy: float  # from 0 to 1, which means that nothing was lost; nothing decided is nothing lost


def size_of(loss: float) -> MistakeSize | None:
    """What a decision is called that cost so much; nothing if it is not worth a word."""
    return next((size for size, least in SIZES if loss >= least), None)


def accuracy_of(losses: Sequence[float]) -> float:
    """How well somebody decided, as one number: what cost nothing counts 1, a slip at most 0.90, a mistake 0.67, a
    blunder 0.37; the average of that. Few great mistakes so weigh less than in the sum of losses, many small ones more.
    """
    return fsum(exp(-STRICTNESS * loss) for loss in losses) / len(losses) if losses else 1.0


def mistakes_of(steps: Iterable[Step], seat: Seat) -> Mistakes:
    losses = [step.loss for step in steps if step.seat == seat]
    sizes = [size_of(loss) for loss in losses]
    return Mistakes(
        len(losses),
        sizes.count("slip"),
        sizes.count("mistake"),
        sizes.count("blunder"),
        fsum(losses) / len(losses) if losses else 0.0,
        accuracy_of(losses),
    )
