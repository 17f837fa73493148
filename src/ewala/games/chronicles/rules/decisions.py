"""The moves that a player can ever make, by their codes: what a learner chooses from."""

from collections.abc import Iterator

from ewala.core.game import Game
from ewala.games.chronicles.rules import codes
from ewala.games.chronicles.rules.state import RUNES, SLOTS

__all__ = ["decisions"]


def decisions(game: Game) -> Iterator[int]:
    """Declining, brotherhood, treachery and lust, and each rune in each slot."""
    yield codes.DECLINED
    yield from range(codes.SWAPPED + 1, codes.SWAPPED + RUNES + 1)
    yield from range(codes.MOVED, codes.MOVED + SLOTS)
    for side in (0, 16):
        yield from range(codes.ATTRACTED + side + 1, codes.ATTRACTED + side + RUNES + 1)
    yield from range(codes.BID_MADE + SLOTS, codes.CODES)
