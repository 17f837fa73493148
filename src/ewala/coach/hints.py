"""A hint for whoever has to decide: the best moves, what they promise, and why; from what the seat may know."""

from collections.abc import Callable

import msgspec

from ewala.coach.analysis import Better, Said
from ewala.core.errors import MatchOver, NotYourTurn
from ewala.core.sentences import Sentence
from ewala.core.state import Seat, View
from ewala.games.chronicles.game import Chronicles
from ewala.games.kingdom_run.game import KingdomRun

__all__ = ["MOST", "Hint", "hint"]

MOST = 5  # moves that are told


class Hint(msgspec.Struct, frozen=True):
    """What a coach would whisper."""

    seat: Seat
    moves: list[Better]  # best first; `often` where a good player chooses by lot
    reason: list[Said]  # why the first of them rather than the next
    expected: dict[Seat, float]
    sure: float  # from 0 to 1: how little a closer look changed


def hint(view: View, seconds: float = 1.0) -> Hint:
    """A hint for the view's seat, which must have to act; it takes about so many seconds."""
    if view.to_act is None:
        raise MatchOver("the game is over")
    if view.to_act != view.viewer:
        raise NotYourTurn(Sentence("{to_act} has to act, not {seat}", to_act=view.to_act, seat=view.viewer))
    return _HINTS[type(view.game).name](view, seconds)


# Searches are loaded when somebody wants a hint, not before.


def _kingdom_run(view: View, seconds: float) -> Hint:
    from ewala.coach.hints_kingdom_run import hint_for

    return hint_for(view, seconds)


def _chronicles(view: View, seconds: float) -> Hint:
    from ewala.coach.hints_chronicles import hint_for

    return hint_for(view, seconds)


_HINTS: dict[str, Callable[[View, float], Hint]] = {KingdomRun.name: _kingdom_run, Chronicles.name: _chronicles}
