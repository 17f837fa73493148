"""A hint, as every game's coach gives it."""

import msgspec

from ewala.core.state import Seat
from ewala.kit.analysis import Better, SentenceData

__all__ = ["MOST", "Hint"]

MOST = 5  # moves that are told


class Hint(msgspec.Struct, frozen=True):
    """The best moves for a seat that has to decide, what may be expected, and why the first of them is better."""

    seat: Seat
    moves: list[Better]  # best first; `often` where a good player chooses by lot
    reason: list[SentenceData]  # why the first of them rather than the next
    expected: dict[Seat, float]
    sure: float  # from 0 to 1: how little a closer look changed
