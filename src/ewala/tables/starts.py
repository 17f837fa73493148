"""Positions from which a table may set out, other than a game's first.

All who sit there know the position, so nothing in it may be hidden. And a table where bots play and the coach helps
must not be somebody's way to look ahead in a game that is being played here among people: a position in which such a
game was a little while ago is refused until it is over, as its analysis is.
"""

from collections.abc import Iterable

from ewala.core.errors import BadSetup, EwalaError
from ewala.core.roles import CHANCE, SPECTATOR
from ewala.core.sentences import Sentence
from ewala.core.state import State
from ewala.tables.match import Match

RECENT = 20  # positions of a running game that are compared: some four turns
DRAWN_BEFORE = 5  # outcomes of chance after which two games do not come to the same position by themselves


class PositionPlayed(EwalaError):
    def __init__(self) -> None:
        sentence = Sentence("this position is of a game that is being played here: wait until it is over")
        super().__init__("setup/position-running", sentence)


def checked_start(start: State, running: Iterable[Match | None]) -> State:
    """The position, ready to be played from. Raises what `playable` raises, and PositionPlayed if it is one of a
    running game."""
    ready = playable(start)
    if any(was_there(match, start.game.name, {start.data}) for match in running):
        raise PositionPlayed
    return ready


def playable(start: State) -> State:
    """The position with nothing that is left to lot before it. Raises BadSetup where it is over or hides something."""
    if start.to_act is None:
        raise BadSetup("setup/position-over", "", Sentence("in this position the game is over: choose an earlier one"))
    if start.view(SPECTATOR).data != start.data:
        face_down = Sentence("something lies face down in this position: choose the one before it")
        raise BadSetup("setup/position-hidden", "", face_down)
    return State(start.game.lots()[0], start.data)  # whoever it may say begins: the position knows whose turn it is


def was_there(match: Match | None, game: str, positions: set[bytes]) -> bool:
    """Whether a running game came to one of the positions a little while ago, and not by mere coincidence."""
    if match is None or match.game.name != game:
        return False
    last = len(match.record.moves)
    for ply in range(last, max(-1, last - RECENT), -1):
        if match.state_at(ply).data in positions:
            return sum(match.state_at(n).to_act is CHANCE for n in range(ply)) >= DRAWN_BEFORE
    return False
