"""What may be done in The Chronicles of Run: `legal` lists what `why_not` has nothing against."""

from ewala.core.bits import lowest
from ewala.core.kernels import kernel
from ewala.games.chronicles.rules import codes
from ewala.games.chronicles.rules import reasons as why
from ewala.games.chronicles.rules.effects import bidder, brothers, lovers, open_slots, refuges
from ewala.games.chronicles.rules.state import (
    ARUHKA,
    BID,
    BROIN,
    DEAL,
    EFFECT,
    LOREEN,
    RUNES,
    SIDES,
    SLOTS,
    ZONES,
    Rules,
    State,
)


@kernel
def tiles_up(s: State) -> int:
    """How many tiles are turned up."""
    tiles = 0
    while tiles < ZONES and s.zone[tiles]:
        tiles += 1
    return tiles


@kernel
def zones_up(s: State) -> int:
    """The set of zones, by their number, that are turned up."""
    zones = 0
    for tile in range(ZONES):
        zones |= 1 << s.zone[tile]
    return zones & ~1


@kernel
def offer(out: list[int], n: int, code: int, members: int) -> int:
    """Write a move for each member of the set; returns the new number of moves."""
    while members:
        out[n] = code + lowest(members)
        n += 1
        members &= members - 1
    return n


@kernel
def legal(s: State, r: Rules, out: list[int]) -> int:
    """Write every legal move's code once, in rising order; at a chance node every outcome. Returns how many."""
    if s.phase == BID:
        return legal_bids(s, out)
    if s.phase == EFFECT:
        return legal_effects(s, out)
    if s.phase == DEAL:
        return legal_deals(s, out)
    return 0


@kernel
def legal_deals(s: State, out: list[int]) -> int:
    if tiles_up(s) == ZONES:
        return offer(out, 0, codes.DRAWN, (1 << SIDES) - 1)
    hidden = ((1 << ZONES) - 1) & ~(zones_up(s) >> 1)
    return offer(out, 0, codes.DEALT, hidden)


@kernel
def legal_bids(s: State, out: list[int]) -> int:
    """Any unused rune on any open slot."""
    side = bidder(s)
    slots = offer(out, 0, 0, open_slots(s, side))
    runes = s.hand[side]
    first = lowest(runes)
    n = slots
    others = runes & (runes - 1)
    while others:
        code = codes.BID_MADE + SLOTS * lowest(others)
        for i in range(slots):
            out[n + i] = code + out[i]
        n += slots
        others &= others - 1
    for i in range(slots):
        out[i] += codes.BID_MADE + SLOTS * first
    return n


@kernel
def legal_effects(s: State, out: list[int]) -> int:
    out[0] = codes.DECLINED
    rune = s.deciding[0] & 15
    if rune == ARUHKA:
        return offer(out, 1, codes.MOVED, refuges(s))
    if rune == BROIN:
        return offer(out, 1, codes.SWAPPED, brothers(s))
    return offer(out, 1, codes.ATTRACTED + 16 - (s.deciding[0] & 16), lovers(s))


@kernel
def why_not(s: State, r: Rules, move: int) -> int:
    """why.LEGAL, or the first reason against the move in the order of CR-7."""
    if move < 0 or move >= codes.CODES:
        return why.NOT_A_MOVE
    if move >= codes.BID_MADE:
        rune, slot = (move - codes.BID_MADE) // SLOTS, (move - codes.BID_MADE) % SLOTS
        return why_not_bid(s, rune, slot)
    if move < codes.DECLINED:
        return why_not_deal(s, move)
    return why_not_effect(s, move)


@kernel
def why_not_deal(s: State, move: int) -> int:
    """The reason against turning up a tile, or drawing the initiative (CR-2.1, CR-2.3)."""
    ready = tiles_up(s) == ZONES
    if move >= codes.DRAWN:
        return why.LEGAL if s.phase == DEAL and ready else why.NOT_TIME_TO_DRAW
    if s.phase != DEAL or ready:
        return why.NOT_TIME_TO_DEAL
    if (zones_up(s) >> (move - codes.DEALT + 1)) & 1:
        return why.TILE_TURNED_UP
    return why.LEGAL


@kernel
def why_not_bid(s: State, rune: int, slot: int) -> int:
    """The reason against a bid (CR-3.1, CR-3.3, CR-4.1)."""
    if rune == 0:
        return why.NOT_A_MOVE
    if s.phase != BID:
        return why.NOT_TIME_TO_BID
    side = bidder(s)
    if not (s.hand[side] >> rune) & 1:
        return why.RUNE_USED
    return why_not_there(s, side, slot)


@kernel
def why_not_there(s: State, side: int, slot: int) -> int:
    """The reason against a rune of the side in a slot (CR-3.1, CR-4.1)."""
    if (open_slots(s, side) >> slot) & 1:
        return why.LEGAL
    if s.slot[slot]:
        return why.SLOT_TAKEN
    return why.OWN_RUNE_THERE


@kernel
def why_not_effect(s: State, move: int) -> int:
    """The reason against an effect of the character that decides now (CR-3.4, CR-5.1, CR-5.2, CR-5.3)."""
    if move == codes.SWAPPED or (move >= codes.ATTRACTED and not 1 <= (move - codes.ATTRACTED) & 15 <= RUNES):
        return why.NOT_A_MOVE
    if s.phase != EFFECT:
        return why.NOT_TIME_FOR_EFFECT
    if move == codes.DECLINED:
        return why.LEGAL
    rune, side = s.deciding[0] & 15, s.deciding[0] >> 4
    if move >= codes.ATTRACTED:
        character = move - codes.ATTRACTED
        if rune != LOREEN:
            return why.NOT_TIME_FOR_EFFECT
        if character >> 4 == side:
            return why.OWN_RUNE_THERE
        return why.LEGAL if (lovers(s) >> (character & 15)) & 1 else why.NOT_ATTRACTED
    if move >= codes.MOVED:
        if rune != ARUHKA:
            return why.NOT_TIME_FOR_EFFECT
        reason = why_not_there(s, side, move - codes.MOVED)
        if reason != why.LEGAL:
            return reason
        return why.LEGAL if (refuges(s) >> (move - codes.MOVED)) & 1 else why.NOT_ADJACENT
    if rune != BROIN:
        return why.NOT_TIME_FOR_EFFECT
    return why.LEGAL if (brothers(s) >> (move - codes.SWAPPED)) & 1 else why.NO_BROTHER
