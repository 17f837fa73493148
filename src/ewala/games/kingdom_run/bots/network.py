"""What the plain sum does not see: a small network that looks at all seats' features together and corrects it.

Each seat's strength is corrected by itself: its own features come first, then those of whoever plays after it, and so
on. A seat's share of the first layer is the same wherever its features are, and most steps of a search leave the
others' features alone: such shares are kept, by a fingerprint of the features that they were made of.
"""

from typing import Any

from ewala.core.kernels import kernel
from ewala.games.kingdom_run.bots.features import NO_FEATURE, ROOM
from ewala.games.kingdom_run.rules.state import Rules, State

__all__ = ["FIRST_LAYER", "SECOND_LAYER", "SHARES_KEPT", "correct"]

FIRST_LAYER = 32
SECOND_LAYER = 16
SHARES_KEPT = 8192  # a power of two

_FACTOR = 0x5851F42D4C957F2D
_OTHER_FACTOR = 0x2545F4914F6CDD1D
_BITS = (1 << 63) - 1
_PLACE = 1 << 20  # beyond all features and amounts


@kernel
def correct(s: State, r: Rules, values: Any, work: Any) -> None:
    """Add to each seat's strength in `work.shares` what the network makes of the features in `work`."""
    first, second = work.first_layer, work.second_layer
    for seat in range(r.players):
        work.share_at[seat] = share_of_first_layer(r, values, work, seat)
    for seat in range(r.players):
        bias = values.first_bias[s.arrived]
        for k in range(len(first)):
            first[k] = bias[k]
        for later in range(r.players):
            share = work.first_shares[work.share_at[(seat + later) % r.players]][later]
            for k in range(len(first)):
                first[k] += share[k]
        for k in range(len(second)):
            second[k] = values.second_bias[k]
        for j in range(len(first)):
            lit = first[j]
            if lit > 0:
                middle = values.middle[j]
                for k in range(len(second)):
                    second[k] += lit * middle[k]
        strength = 0.0
        for k in range(len(second)):
            strength += max(second[k], 0.0) * values.last[k]
        work.shares[seat] += strength


@kernel
def share_of_first_layer(r: Rules, values: Any, work: Any, seat: int) -> int:
    """Where in `work.first_shares` a seat's share lies: for each distance from the seat that is being corrected."""
    which, amount = work.which, work.amount
    start, after = seat * ROOM, work.many[seat]
    mark = seat
    for pair in range(start, after):
        # Stirred one by one and added: a processor does several at once, which it could not in a chain. Their order
        # counts: short numbers added in another order would make another sum, and a search would depend on its past.
        told = which[pair] + 1 + int(amount[pair] * 160.0) * 64 + (pair - start) * _PLACE
        stirred = (told * _FACTOR) & _BITS
        mark += ((stirred ^ (stirred >> 29)) * _OTHER_FACTOR) & _BITS
    mark &= _BITS
    at = ((mark >> 32) & (SHARES_KEPT // 4 - 1)) * 4 + seat  # seats do not displace each other
    if work.first_marks[at] == mark + 1:
        return int(at)
    work.first_marks[at] = mark + 1
    short = work.short_amount  # products of short numbers are twice as quick as those of a short one and a long one
    for pair in range(start, after):
        short[pair] = amount[pair]
    while (after - start) % 4:  # four at a time, and up to an array's length: that is what compilers make vectors of
        which[after], short[after] = NO_FEATURE, 0.0
        after += 1
    for later in range(r.players):
        weights, share = values.seats[later], work.first_shares[at][later]
        for k in range(len(share)):
            share[k] = 0.0
        for i in range(start, after, 4):
            a, b, c, d = weights[which[i]], weights[which[i + 1]], weights[which[i + 2]], weights[which[i + 3]]
            e, f, g, h = short[i], short[i + 1], short[i + 2], short[i + 3]
            for k in range(len(share)):
                share[k] += (a[k] * e + b[k] * f) + (c[k] * g + d[k] * h)
    return int(at)
