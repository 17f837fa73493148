"""What may still come of characters and hands: Justice, Brotherhood and Lust of runes that are not yet played.

These depend on which zones touch, and on whether there is still room beside a character.
"""

from typing import Any

from ewala.core.kernels import kernel
from ewala.games.chronicles.bots.kinds import (
    FLIPS,
    HAND,
    LOST,
    MOST_FLIPPED,
    PREY,
    RAISABLE,
    SWAPS,
    WAITS,
    WON,
)
from ewala.games.chronicles.rules.effects import destiny, fate, open_slots
from ewala.games.chronicles.rules.state import (
    BROIN,
    KEERA,
    KEYNAN,
    LISBETH,
    LOREEN,
    POWER,
    RUNES,
    SLOTS,
    THAAL,
    ZONES,
    State,
)

__all__ = ["hands", "justice_to_come", "near_keera", "preyed_on", "swaps"]


@kernel
def near_keera(s: State, side: int) -> int:
    """The set of slots beside a side's Keera; none while she is in hand."""
    place = s.place[16 * side + KEERA]
    if place == 0:
        return 0
    return s.near[(place - 1) >> 1]


@kernel
def preyed_on(s: State, spare: int, slot: int, stands: int, out: Any, n: int) -> int:
    """Whether the other side may still attract a character (CR-5.3)."""
    character = s.slot[slot]
    if not (s.hand[1 - (character >> 4)] >> LOREEN) & 1:
        return n
    if character & 15 >= LOREEN or character & 15 == KEYNAN or destiny(s, slot) >= LOREEN:
        return n
    out[n] = PREY + 8 * spare + 4 * ((character >> 4) ^ s.initiative) + stands
    return n + 1


@kernel
def hands(s: State, side: int, out: Any, n: int) -> int:
    """A side's runes."""
    whose = side ^ s.initiative
    for rune in range(1, RUNES + 1):
        if (s.hand[side] >> rune) & 1:
            out[n] = HAND + RUNES * whose + rune - 1
            n += 1
    return n


@kernel
def how_it_stands(s: State, slot: int) -> int:
    """The status of a character (kinds.py)."""
    if s.slot[slot ^ 1] == 0:
        return WAITS
    fated = fate(s, slot >> 1)
    if fated >= 0:
        return WON if fated == slot else LOST
    margin = destiny(s, slot) - destiny(s, slot ^ 1)
    if margin == 0:
        return 0
    return WON if margin > 0 else LOST


@kernel
def power_of(slots: int) -> int:
    """The power of the zones in which a set of slots lies, each counted once a slot."""
    total = 0
    for slot in range(SLOTS):
        if (slots >> slot) & 1:
            total += POWER[slot >> 1]
    return total


@kernel
def justice_to_come(s: State, side: int, out: Any, n: int) -> int:
    """With Keera in hand: good characters beside whom there is room for her, and the most that she could turn round."""
    if not (s.hand[side] >> KEERA) & 1:
        return n
    whose = side ^ s.initiative
    room = open_slots(s, side)
    turned = 0  # the set of slots whose zone a bonus would turn round
    for rune in (BROIN, LISBETH, THAAL):
        place = s.place[16 * side + rune]
        if place and s.near[(place - 1) >> 1] & room:
            slot = place - 1
            stands = how_it_stands(s, slot)
            out[n] = RAISABLE + 4 * whose + stands
            n += 1
            behind = stands != WAITS and stands != WON and fate(s, slot >> 1) < 0
            if behind and destiny(s, slot) + 1 >= destiny(s, slot ^ 1):
                turned |= 1 << slot
    most = 0
    if turned:
        for zone in range(ZONES):
            if (room >> 2 * zone) & 3:
                most = max(most, power_of(s.near[zone] & turned))
    out[n] = FLIPS + 6 * whose + min(most, MOST_FLIPPED)
    return n + 1


@kernel
def swaps(s: State, side: int, out: Any, n: int) -> int:
    """With Broin in hand: the characters with whom he may still swap."""
    if not (s.hand[side] >> BROIN) & 1:
        return n
    room = open_slots(s, side)
    for which in range(3):
        rune = KEERA + which + which // 2  # Keera, Lisbeth, Thaal
        place = s.place[16 * side + rune]
        if place and s.near[(place - 1) >> 1] & room:
            out[n] = SWAPS + 12 * (side ^ s.initiative) + 4 * which + how_it_stands(s, place - 1)
            n += 1
    return n
