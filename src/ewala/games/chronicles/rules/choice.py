"""A legal decision of The Chronicles of Run at random, without listing them all: for millions of games."""

from ewala.core.bits import nth, popcount
from ewala.core.kernels import kernel
from ewala.core.rng import draw
from ewala.games.chronicles.rules import codes
from ewala.games.chronicles.rules.effects import bidder, brothers, lovers, open_slots, refuges
from ewala.games.chronicles.rules.state import ARUHKA, BID, BROIN, SLOTS, Rules, State


@kernel
def pick(s: State, r: Rules, rng: list[int]) -> int:
    """A legal decision, each equally likely: the one at the drawn place of those that `legal` lists."""
    if s.phase == BID:
        return pick_bid(s, rng)
    rune = s.deciding[0] & 15
    if rune == ARUHKA:
        return pick_effect(rng, codes.MOVED, refuges(s))
    if rune == BROIN:
        return pick_effect(rng, codes.SWAPPED, brothers(s))
    return pick_effect(rng, codes.ATTRACTED + 16 - (s.deciding[0] & 16), lovers(s))


@kernel
def pick_bid(s: State, rng: list[int]) -> int:
    """Any unused rune on any open slot."""
    side = bidder(s)
    hand, slots = s.hand[side], open_slots(s, side)
    many = popcount(slots)
    n = draw(rng, popcount(hand) * many)
    rune = n // many
    return codes.BID_MADE + SLOTS * nth(hand, rune) + nth(slots, n - rune * many)


@kernel
def pick_effect(rng: list[int], code: int, targets: int) -> int:
    """A target of the effect, or to decline it."""
    n = draw(rng, popcount(targets) + 1)
    return codes.DECLINED if n == 0 else code + nth(targets, n - 1)
