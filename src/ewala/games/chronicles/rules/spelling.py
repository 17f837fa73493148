"""The Chronicles' moves taken apart and spelled (CR-7): codes, parts and bytes, in whole numbers alone.

Outside the kernel it is the one place that knows how a move's code is made up of its parts, and its text of letters.
A text is read by looking it up among all that are spelled here, so reading and writing cannot disagree.
"""

from ewala.core.kernels import Constants, kernel
from ewala.core.spelling import put_number
from ewala.games.chronicles.rules.codes import ATTRACTED, BID_MADE, CODES, DEALT, DECLINED, DRAWN, MOVED, SWAPPED
from ewala.games.chronicles.rules.state import RUNES, SLOTS

__all__ = ["NOTHING", "ROLE_LETTERS", "SIDE_LETTERS", "kind_of", "rune_of", "side_of", "slot_of", "spell", "zone_of"]

SIDE_LETTERS = "OC"
ROLE_LETTERS = "ad"  # attacker, defender
NOTHING = -1  # a part that the move does not have

_SIDE = Constants(map(ord, SIDE_LETTERS))
_ROLE = Constants(map(ord, ROLE_LETTERS))
_DRAWS, _DECLINES, _SWAPS = ord("!"), ord("-"), ord("x")
_GOES, _ATTRACTS, _UNKNOWN = ord(">"), ord("<"), ord("?")


@kernel
def kind_of(code: int) -> int:
    """Where the codes of its kind begin; NOTHING for a code that no move has."""
    if code < DRAWN:
        return DEALT
    if code < DECLINED:
        return DRAWN
    if code == DECLINED:
        return DECLINED
    if code < MOVED:
        return SWAPPED if code > SWAPPED else NOTHING
    if code < ATTRACTED:
        return MOVED
    if code < BID_MADE:
        return ATTRACTED if 1 <= (code - ATTRACTED) & 15 <= RUNES else NOTHING
    return BID_MADE if code < CODES else NOTHING


@kernel
def zone_of(code: int) -> int:
    """The tile turned up, or the zone that a character goes to; from 0."""
    if kind_of(code) == DEALT:
        return code - DEALT
    slot = slot_of(code)
    return slot // 2 if slot != NOTHING else NOTHING


@kernel
def slot_of(code: int) -> int:
    """Where a character goes: twice its zone, and 1 more as defender."""
    kind = kind_of(code)
    if kind == BID_MADE:
        return (code - BID_MADE) % SLOTS
    return code - MOVED if kind == MOVED else NOTHING


@kernel
def rune_of(code: int) -> int:
    """The rune bid, 0 for one that the viewer may not know; the one swapped with, or attracted."""
    kind = kind_of(code)
    if kind == BID_MADE:
        return (code - BID_MADE) // SLOTS
    if kind == SWAPPED:
        return code - SWAPPED
    return (code - ATTRACTED) & 15 if kind == ATTRACTED else NOTHING


@kernel
def side_of(code: int) -> int:
    """The side that begins, or whose character is attracted."""
    kind = kind_of(code)
    if kind == DRAWN:
        return code - DRAWN
    return (code - ATTRACTED) >> 4 if kind == ATTRACTED else NOTHING


@kernel
def spell(code: int, out: list[int]) -> int:
    """Write a move's text; returns how many bytes it has, 0 for a code that no move has."""
    kind = kind_of(code)
    if kind == DEALT:
        out[0] = _DRAWS
        return put_number(out, 1, zone_of(code) + 1)
    if kind == DRAWN:
        out[0], out[1] = _DRAWS, _SIDE[side_of(code)]
        return 2
    if kind == DECLINED:
        out[0] = _DECLINES
        return 1
    if kind == SWAPPED:
        out[0] = _SWAPS
        return put_number(out, 1, rune_of(code))
    if kind == MOVED:
        return spell_slot(slot_of(code), out, 0)
    if kind == ATTRACTED:
        out[0], out[1] = _ATTRACTS, _SIDE[side_of(code)]
        return put_number(out, 2, rune_of(code))
    if kind == NOTHING:
        return 0
    at = 1
    out[0] = _UNKNOWN
    if rune_of(code):
        at = put_number(out, 0, rune_of(code))
    return spell_slot(slot_of(code), out, at)


@kernel
def spell_slot(slot: int, out: list[int], at: int) -> int:
    """Write where a character goes, such as `>3a`; returns the place after it."""
    out[at] = _GOES
    at = put_number(out, at + 1, slot // 2 + 1)
    out[at] = _ROLE[slot % 2]
    return at + 1
