"""Why a move is refused: what a kernel's reason code stands for."""

from typing import NamedTuple

__all__ = ["Reason"]


class Reason(NamedTuple):
    """A stable wire code, the clause that forbids the move, and why, in a sentence."""

    code: str
    clause: str
    sentence: str
