"""A turn's public start, and what a viewer knows beyond it: the one secret rune."""

from typing import NamedTuple

from ewala.games.chronicles.rules.state import UNKNOWN, State


class Bidding(NamedTuple):
    """A turn in which bids are made."""

    start: State  # before the turn's first bid
    slot: int | None  # of the first bid, if it is made
    rune: int | None  # of that bid, if the viewer knows it
    face_up: bool  # whether both know it


def bidding(s: State) -> Bidding:
    """The turn of a position in the bidding phase, its first bid taken back."""
    start = State.unpack(s.pack())
    if not s.pending:
        return Bidding(start, None, None, bool(s.foreseen[s.initiative]))
    slot, first = s.pending - 1, s.initiative
    rune = s.slot[slot] & 15
    start.slot[slot] = 0
    start.taken[first] &= ~(1 << slot)
    start.pending = start.face_up = 0
    start.foreseen[first] = s.face_up
    if rune == UNKNOWN:  # it still counts as in hand
        return Bidding(start, slot, None, False)
    start.hand[first] |= 1 << rune
    return Bidding(start, slot, rune, bool(s.face_up))
