"""What was done in a game of The Chronicles of Run, noted as it is played: a row of a simulation's table."""

from typing import Annotated

from ewala.core.kernels import kernel
from ewala.core.packed import Packed
from ewala.games.chronicles.rules import codes
from ewala.games.chronicles.rules.effects import bidder, result, victor
from ewala.games.chronicles.rules.state import BID, EFFECT, SIDES, SLOTS, ZONES, Rules, State

__all__ = ["AXES", "LABELS", "Tally", "close", "note"]

CHARACTERS = 12  # of a side: by destiny, none has 0

# What the places of a field stand for, the last one changing fastest; fields that are not here have one. Seats are
# called as the game calls them, everything else as LABELS has it; a place without a label is not used.
AXES: dict[str, tuple[str, ...]] = {
    "power": ("seat",),
    "won": ("seat",),
    "foreseen": ("seat",),
    "zone_on": ("hex",),
    "turn_of": ("seat", "character"),
    "slot_of": ("seat", "character"),
    "used": ("seat", "character"),
    "declined": ("seat", "character"),
    "character_in": ("slot",),
    "victor_of": ("zone",),
}
_NUMBERS = tuple(map(str, range(1, 12)))
LABELS: dict[str, tuple[str, ...]] = {
    "character": ("", *_NUMBERS),  # by destiny; none has 0
    "hex": _NUMBERS[:ZONES],
    "zone": _NUMBERS[:ZONES],
    "slot": tuple(zone + side for zone in _NUMBERS[:ZONES] for side in "ad"),  # attacker, defender
}


class Tally(Packed):
    """A game's row."""

    moves: Annotated[int, "i2"]  # dealing the tiles included
    power: Annotated[list[int], "2i1"]
    won: Annotated[list[int], "2i1"]  # 1 for each side that wins or draws
    initiative: Annotated[int, "i1"]  # the side that bid first in the first turn
    foreseen: Annotated[list[int], "2i1"]  # bids that a side had to make face up (CR-5.5)
    zone_on: Annotated[list[int], "9i1"]  # the zone, from 1, on each hex of the layout
    turn_of: Annotated[list[int], "24i1"]  # in which turn each character was summoned; 0: never
    slot_of: Annotated[list[int], "24i1"]  # on which slot it was bid, from 1; 0: never
    used: Annotated[list[int], "24i1"]  # times a character's optional effect found a target
    declined: Annotated[list[int], "24i1"]  # and times it was declined
    character_in: Annotated[list[int], "18i1"]  # in each slot at the end: 16 * side + destiny; 0: nobody
    victor_of: Annotated[list[int], "9i1"]  # of each zone: 1 its attacker, 2 its defender, 0 nobody


@kernel
def note(s: State, r: Rules, move: int, k: Tally) -> None:
    """Note what a move is about to do."""
    if s.phase == BID:
        side = bidder(s)
        rune, slot = (move - codes.BID_MADE) // SLOTS, (move - codes.BID_MADE) % SLOTS
        k.turn_of[side * CHARACTERS + rune] = s.turn
        k.slot_of[side * CHARACTERS + rune] = slot + 1
        k.foreseen[side] += s.foreseen[side]
    elif s.phase == EFFECT:
        side, rune = s.deciding[0] >> 4, s.deciding[0] & 15
        if move == codes.DECLINED:
            k.declined[side * CHARACTERS + rune] += 1
        else:
            k.used[side * CHARACTERS + rune] += 1
    elif move >= codes.DRAWN:
        k.initiative = move - codes.DRAWN


@kernel
def close(s: State, r: Rules, out: list[int], k: Tally) -> None:
    """What is known when the game is over."""
    result(s, r, out)
    for side in range(SIDES):
        k.power[side] = out[side]
        k.won[side] = out[SIDES + side]
    for tile in range(ZONES):
        k.zone_on[tile] = s.zone[tile]
    for slot in range(SLOTS):
        k.character_in[slot] = s.slot[slot]
    for zone in range(ZONES):
        winner = victor(s, zone)
        k.victor_of[zone] = 1 + (winner & 1) if winner >= 0 else 0
