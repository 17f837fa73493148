"""What a position is worth: each seat's chance of winning, from its features and fitted weights."""

import math
from typing import Any

from ewala.core.kernels import kernel
from ewala.games.kingdom_run.bots.features import ROOM, features
from ewala.games.kingdom_run.bots.network import correct
from ewala.games.kingdom_run.rules.ending import result
from ewala.games.kingdom_run.rules.state import OVER, Rules, State

__all__ = ["fingerprint", "judge", "mixed"]

_FACTOR = 0x5851F42D4C957F2D
_BITS = (1 << 63) - 1


@kernel
def judge(s: State, r: Rules, values: Any, work: Any) -> None:
    """Write every seat's chance into `work.shares`: exact when the game is over, else fitted (between two turns).

    A seat's chance is its strength's share of all.
    """
    shares = work.shares
    if s.phase == OVER:
        result(s, r, work.scores)
        winners = 0
        for seat in range(r.players):
            winners += work.scores[r.players + seat]
        for seat in range(r.players):
            shares[seat] = work.scores[r.players + seat] / winners
        return
    features(s, r, work.which, work.amount, work.many)
    row = values.rows[s.arrived]
    for seat in range(r.players):
        strength = 0.0
        for pair in range(seat * ROOM, work.many[seat]):
            strength += row[work.which[pair]] * work.amount[pair]
        shares[seat] = strength
    if values.learned:
        correct(s, r, values, work)
    total = 0.0
    for seat in range(r.players):
        shares[seat] = math.exp(min(shares[seat], 300.0))
        total += shares[seat]
    for seat in range(r.players):
        shares[seat] /= total


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
