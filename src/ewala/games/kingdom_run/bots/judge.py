"""What a position is worth: each seat's chance of winning, from its features and fitted weights."""

from typing import Any

from ewala.core.curves import exp
from ewala.core.kernels import kernel
from ewala.games.kingdom_run.bots.features import ROOM, features
from ewala.games.kingdom_run.bots.network import correct
from ewala.games.kingdom_run.bots.values import Values
from ewala.games.kingdom_run.bots.workspace import Workspace
from ewala.games.kingdom_run.rules.ending import result
from ewala.games.kingdom_run.rules.state import OVER, Rules, State

__all__ = ["add_up", "fingerprint", "judge", "judge_board", "look_at", "mixed", "share_of", "share_out"]

_FACTOR = 0x5851F42D4C957F2D
_BITS = (1 << 63) - 1


@kernel
def judge_board(work: Workspace, r: Rules, values: Values, board: int) -> None:
    """The same as `judge`, of a board in `work`."""
    judge(work.boards[board], r, values, work)


@kernel
def look_at(work: Workspace, r: Rules, board: int) -> None:
    """Write a board's features into `work.which`, `work.amount` and `work.many`."""
    features(work.boards[board], r, work.which, work.amount, work.many)


@kernel
def judge(s: State, r: Rules, values: Values, work: Workspace) -> None:
    """Write every seat's chance into `work.shares`: exact when the game is over, else fitted (between two turns)."""
    if s.phase == OVER:
        result(s, r, work.scores)
        winners = 0
        for seat in range(r.players):
            winners += work.scores[r.players + seat]
        for seat in range(r.players):
            work.shares[seat] = work.scores[r.players + seat] / winners
        return
    add_up(s, r, values, work)
    if values.learned:
        correct(s, r, values, work)
    share_out(r, work)


@kernel
def add_up(s: State, r: Rules, values: Values, work: Workspace) -> None:
    """Write every seat's strength into `work.shares`, as the plain sum has it: what its features weigh."""
    features(s, r, work.which, work.amount, work.many)
    row = values.rows[s.arrived]
    for seat in range(r.players):
        strength = 0.0
        for pair in range(seat * ROOM, work.many[seat]):
            strength += row[work.which[pair]] * work.amount[pair]
        work.shares[seat] = strength


@kernel
def share_out(r: Rules, work: Workspace) -> None:
    """Make chances of the strengths in `work.shares`: a seat's chance is its strength's share of all."""
    shares = work.shares
    strongest = _strongest(r, shares)
    total = 0.0
    for seat in range(r.players):
        shares[seat] = exp(shares[seat] - strongest)
        total += shares[seat]
    for seat in range(r.players):
        shares[seat] /= total


@kernel
def share_of(r: Rules, work: Workspace, one: int) -> float:
    """The chance of one seat alone, while its strength and the others' stay in `work.shares`."""
    strongest = _strongest(r, work.shares)
    total = 0.0
    for seat in range(r.players):
        total += exp(work.shares[seat] - strongest)
    return exp(work.shares[one] - strongest) / total


@kernel
def _strongest(r: Rules, shares: Any) -> float:
    strongest = shares[0]
    for seat in range(1, r.players):
        strongest = max(strongest, shares[seat])
    return float(strongest)


@kernel
def mixed(word: int, more: int) -> int:
    """Stir a number into a fingerprint of 63 bits."""
    word = ((word ^ more) * _FACTOR) & _BITS
    return word ^ (word >> 29)


@kernel
def fingerprint(s: State, r: Rules, seed: int) -> int:
    """63 bits that tell positions between two turns of one game apart."""
    word = seed
    for space in range(r.spaces):
        word = mixed(word, s.ground[space])
    podium = s.arrived
    for place in range(s.arrived):
        podium = podium * 4 + s.podium[place]
    tokens = s.seat * 8 + s.phase
    for seat in range(r.players):
        tokens = tokens * 16 + s.tokens[seat]
    return mixed(mixed(word, podium), tokens)
