"""Who has a turn when, where a game is tried in another order of play than its rules'."""

from typing import Protocol

__all__ = ["TurnOrder"]


class TurnOrder(Protocol):
    """One game's order; it remembers whose turns have been."""

    def passed_on(self, data: bytes) -> bytes:
        """The position after a move as the rules have it, but that the turn is whose it is in this order."""
