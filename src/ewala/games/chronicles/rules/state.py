"""A position of The Chronicles of Run, the rules that it is played by, and the numbers that name things.

Zones and hexes count from 0 here; slot 2 * zone is the zone's attacker, 2 * zone + 1 its defender. A set of slots,
of runes or of hexes is a word with a bit for each. Sides are order, 0, and chaos, 1. A character is a side and a
destiny: 16 * side + destiny.
"""

from typing import Annotated

from ewala.core.kernels import Constants
from ewala.core.packed import Packed

ORDER, CHAOS = 0, 1
SIDES = 2
RUNES = 11  # of a side (CR-1.1)
ZONES = 9  # CR-1.2
SLOTS = 18
TURNS = 9  # CR-3.5

# The characters' printed destinies (CR-1.1).
JYNZ, ARUHKA, BROIN, THENIDIEL, BORT, KEERA, LISBETH, KEYNAN, THAAL, LOREEN, ZHOOR = range(1, 12)
UNKNOWN = 15  # in place of the destiny of a face-down rune that a viewer may not know

GOOD = 1 << BROIN | 1 << KEERA | 1 << LISBETH | 1 << THAAL  # the set of good characters
DECIDES = 1 << ARUHKA | 1 << BROIN | 1 << LOREEN  # the set of characters with an optional effect
ALL_RUNES = (1 << RUNES + 1) - 2
ALL_SLOTS = (1 << SLOTS) - 1
ATTACKERS = 0x15555  # the set of attacker slots
POWER = Constants([3, 2, 2, 1, 2, 2, 1, 1, 1])  # of each zone (CR-1.2)

DEAL, BID, EFFECT, OVER = range(4)  # the phases of CR-7

SPECTATOR = -1


class Rules(Packed):
    """What a game is played by, the same from beginning to end: the layout."""

    near: Annotated[list[int], "9i2"]  # for each hex, the set of hexes that touch it (CR-2.2)


class State(Packed):
    """A position. Equal positions are equal bytes: what is not in use is 0."""

    near: Annotated[list[int], "9i4"]  # for each zone, the set of slots in adjacent zones; 0 until all are dealt
    taken: Annotated[list[int], "2i4"]  # the set of slots with a rune of each side, the pending bid's included
    hand: Annotated[list[int], "2i2"]  # the set of unused runes of each side
    zone: Annotated[list[int], "9i1"]  # on each hex the zone's number from 1, 0 if it is not turned up
    slot: Annotated[list[int], "18i1"]  # the character in each slot, 0 if free
    place: Annotated[list[int], "32i1"]  # for each revealed character, its slot + 1
    phase: Annotated[int, "i1"]
    turn: Annotated[int, "i1"]  # 1 to 9
    drawn: Annotated[int, "i1"]  # 1 once the initiative is drawn
    initiative: Annotated[int, "i1"]  # the side that bids first this turn
    pending: Annotated[int, "i1"]  # slot + 1 of this turn's first bid while the second is to come
    face_up: Annotated[int, "i1"]  # 1 if that bid is face up
    foreseen: Annotated[list[int], "2i1"]  # 1 for a side whose next bid is made face up (CR-5.5)
    deciding: Annotated[list[int], "2i1"]  # revealed characters whose optional effect is to be decided, in order
