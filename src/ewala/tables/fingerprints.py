"""What a running game is known by, also while nobody has its table in memory: its seal, and its opening.

The opening is what chance has drawn from the beginning, up to the draw with which that is beyond coincidence. How
surprising a draw is follows from its game and from the draws before it, whatever was decided between them: so two games
that begin with the same draws have openings of the same length, and one digest tells whether they do.
"""

import hashlib
import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from ewala.core.roles import CHANCE
from ewala.core.state import State
from ewala.tables.events import Event, Rolled
from ewala.tables.fold import Fold

SURPRISE = 16.0  # bits: as likely as sixteen times heads; three rolls, or most of a deal


class Draw(msgspec.Struct, frozen=True):
    """An outcome of chance, and how surprising it was."""

    move: str
    bits: float  # 1 for an outcome as likely as not, 2 for one of four …


class GameFingerprint(NamedTuple):
    """What the database knows a running game by."""

    seal: str | None  # the commitment to its dice
    opening: str | None  # the digest of its opening; None until it has one

    def fit(self, seal: str, opening: str) -> bool:
        """Whether a record with this seal and this opening is of the game; "" is none, and fits nothing."""
        return self.seal == seal or self.opening == opening


NOT_PLAYED = GameFingerprint(None, None)  # of a table whose game has not begun, or is over


def draws_of(states: Iterable[State], moves: Iterable[str]) -> Iterator[Draw]:
    """What chance has drawn, of moves and the positions before them."""
    for state, move in zip(states, moves, strict=False):
        if state.to_act is CHANCE:
            yield Draw(move, _surprise(state, move))


def opening_of(game: str, draws: Iterable[Draw]) -> str:
    """The digest of the opening of a game with these draws; "" if they are too few to be one."""
    drawn, surprise = [game], 0.0
    for draw in draws:
        drawn.append(draw.move)
        surprise += draw.bits
        if surprise >= SURPRISE:
            return hashlib.sha256("\n".join(drawn).encode()).hexdigest()
    return ""


def fingerprint_of_table(table: Fold) -> GameFingerprint:
    """What the game at a table is known by."""
    match = table.match
    if table.status != "playing" or match is None:
        return NOT_PLAYED
    moves = match.record.moves
    draws = draws_of(map(match.state_at, range(len(moves))), moves)
    return GameFingerprint(table.created.commitment, opening_of(match.game.name, draws) or None)


def fingerprint_after(table: Fold, events: Iterable[Event], before: GameFingerprint) -> GameFingerprint:
    """What `marks_of` finds, for less: these events have led here from where the marks were found before. No draw is
    ever taken back, so an opening stays until the game is over, and comes with a draw."""
    if table.status != "playing":
        return NOT_PLAYED
    if before.opening or (before.seal and not any(isinstance(event, Rolled) for event in events)):
        return before
    return fingerprint_of_table(table)


def _surprise(state: State, move: str) -> float:
    codes, sums = state.game.outcomes(state.data)
    at = codes.index(state.game.move_code(move))
    return math.log2(sums[-1] / (sums[at] - (sums[at - 1] if at else 0)))
