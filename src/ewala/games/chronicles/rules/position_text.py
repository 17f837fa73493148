"""The Chronicles' positions spelled (CR-7) where there are no texts but bytes: in a browser.

All but the layout, which stays as it was chosen. In Python `notation.write_position` writes them; the tests hold each
against the other.
"""

from ewala.core.kernels import Constants, kernel
from ewala.core.spelling import put, put_number, put_word
from ewala.games.chronicles.rules.effects import bidder
from ewala.games.chronicles.rules.spelling import SIDE_LETTERS
from ewala.games.chronicles.rules.state import BID, DEAL, OVER, RUNES, SIDES, SLOTS, UNKNOWN, ZONES, Rules, State

__all__ = ["spell_position"]

_SIDE = Constants(map(ord, SIDE_LETTERS))
_DEAL, _BID, _EFFECT, _OVER = (Constants(map(ord, word)) for word in ("deal", "bid:", "effect:", "over"))
_NONE, _BLANK, _FREE, _UNKNOWN, _FORESEEN = map(ord, "- .?*")
_SLASH, _BAR, _COMMA, _COLON = map(ord, "/|,:")
_OPEN = Constants(map(ord, "(["))  # around a pending bid, face down or up
_CLOSE = Constants(map(ord, ")]"))


@kernel
def spell_position(s: State, r: Rules, out: list[int]) -> int:
    """Write a position's text after its layout; returns how many bytes it has."""
    at = 0
    for tile in range(ZONES):
        at = put_number(out, at, s.zone[tile]) if s.zone[tile] else put(out, at, _NONE)
    for slot in range(SLOTS):
        at = put(out, at, _BAR if slot & 1 else _SLASH if slot else _BLANK)
        at = spell_slot(s, slot, out, at)
    for side in range(SIDES):
        at = put(out, at, _COLON if side else _BLANK)
        at = spell_hand(s.hand[side], out, put(out, at, _SIDE[side]))
    at = put_number(out, put(out, at, _BLANK), s.turn)
    at = put(out, at, _SIDE[s.initiative] if s.drawn else _NONE)
    for side in range(SIDES):
        if s.foreseen[side]:
            at = put(out, put(out, at, _FORESEEN), _SIDE[side])
    return spell_phase(s, out, put(out, at, _BLANK))


@kernel
def spell_character(character: int, out: list[int], at: int) -> int:
    """Write a side and a rune, such as `O10`; returns the place after them."""
    at = put(out, at, _SIDE[character >> 4])
    if character & 15 == UNKNOWN:
        return put(out, at, _UNKNOWN)
    return put_number(out, at, character & 15)


@kernel
def spell_slot(s: State, slot: int, out: list[int], at: int) -> int:
    """Write who lies in a slot; returns the place after it."""
    if s.slot[slot] == 0:
        return put(out, at, _FREE)
    if s.pending != slot + 1:
        return spell_character(s.slot[slot], out, at)
    at = spell_character(s.slot[slot], out, put(out, at, _OPEN[s.face_up]))
    return put(out, at, _CLOSE[s.face_up])


@kernel
def spell_hand(hand: int, out: list[int], at: int) -> int:
    """Write the runes of a hand; returns the place after them."""
    before = at
    for rune in range(1, RUNES + 1):
        if (hand >> rune) & 1:
            if at > before:
                at = put(out, at, _COMMA)
            at = put_number(out, at, rune)
    return at if at > before else put(out, at, _NONE)


@kernel
def spell_phase(s: State, out: list[int], at: int) -> int:
    """Write what is to be done, and by whom; returns the place after it."""
    if s.phase == DEAL:
        return put_word(out, at, _DEAL)
    if s.phase == OVER:
        return put_word(out, at, _OVER)
    if s.phase == BID:
        return put(out, put_word(out, at, _BID), _SIDE[bidder(s)])
    at = put_word(out, at, _EFFECT)
    for nth in range(SIDES):
        if s.deciding[nth]:
            if nth:
                at = put(out, at, _COMMA)
            at = spell_character(s.deciding[nth], out, at)
    return at
