"""Whether a record is of a game that is being played here: such a game is not analysed, or nobody's hints would need
anybody's agreement.

A record is taken for a running game if
- it shows the same seal: the commitment to its dice;
- or chance has drawn the same, from the beginning, beyond coincidence, whatever was decided: headers, names, options,
  last moves and single decisions make no difference, nor does it where either of the two ends;
- or it comes to a position in which the running game was a little while ago, as one does that sets out from there.

It does not catch who tells the game as another one: with other dice and other decisions from early on and a board that
is nearly the same, or with the seats exchanged all along. Nor can it know what is asked of another machine.
"""

from collections.abc import Iterator

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.play.match import Match
from ewala.server.tables.hub import Hub
from ewala.server.workshop.subjects import Draw, Subject

__all__ = ["StillPlayed", "check_not_running"]

SURPRISE = 16.0  # bits: as likely as sixteen times heads; three rolls, or most of a deal
RECENT = 20  # positions of a running game that are held against those of a record: some four turns
DRAWN_BEFORE = 5  # outcomes of chance after which two games do not come to the same position by themselves
CHANCE_MARK = "!"  # with which every game's notation begins a chance move


class StillPlayed(EwalaError):
    def __init__(self) -> None:
        super().__init__("analysis/running", Sentence("this game is being played here: it is analysed when it is over"))


def check_not_running(subject: Subject, hub: Hub) -> None:
    """Raises StillPlayed if the record is of a game that somebody plays at one of the hub's tables."""
    positions = set(subject.positions)
    for match in _being_played(hub):
        same_seal = bool(subject.commitment) and match.record.commitment == subject.commitment
        if same_seal or (
            match.game.name == subject.game and (_same_chance(subject.draws, match) or _same_place(positions, match))
        ):
            raise StillPlayed


def _being_played(hub: Hub) -> Iterator[Match]:
    """All that is asked of the hub, in one place."""
    for room in hub.playing():
        if room.kept.match is not None:
            yield room.kept.match


def _same_chance(draws: list[Draw], match: Match) -> bool:
    drawn = (move for move in match.record.moves if move.startswith(CHANCE_MARK))
    surprise = 0.0
    for draw, move in zip(draws, drawn, strict=False):
        if draw.move != move:
            break
        surprise += draw.bits
    return surprise >= SURPRISE


def _same_place(positions: set[bytes], match: Match) -> bool:
    moves = match.record.moves
    for ply in range(len(moves), max(-1, len(moves) - RECENT), -1):
        if match.state_at(ply).data in positions:
            return sum(move.startswith(CHANCE_MARK) for move in moves[:ply]) >= DRAWN_BEFORE
    return False
