"""The moves that a player can ever make, by their codes: what a learner chooses from.

The codes have gaps, hold the outcomes of chance, and leave room for the longest circuit; a network would have an output
for each of them.
"""

from collections.abc import Iterator

from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules.dice import HANDFULS
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import CLANS, SPACES

__all__ = ["decisions", "largest_feature"]


def decisions(game: KingdomRun) -> Iterator[int]:
    """Dice to roll again, disbanding on, ending the turn, robbing a clan, and the actions with a runner."""
    yield from range(codes.REROLLED, codes.REROLLED + len(HANDFULS))
    yield from range(codes.TAKEN, codes.ENDED + 1)
    yield from range(codes.STOLEN, codes.STOLEN + CLANS)
    for clan in range(codes.DISBANDED, codes.CODES, SPACES):
        yield from range(clan, clan + game.rules.spaces)


def largest_feature(game: KingdomRun) -> int:
    """What a space or a place on the podium is worth may be anything."""
    return max(127, *game.circuit.values, *game.circuit.podium)
