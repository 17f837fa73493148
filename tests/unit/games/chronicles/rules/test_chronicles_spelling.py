"""Every move of the Chronicles is spelled as the notation says (CR-7), and taken apart into what it was made of."""

from typing import NamedTuple

from ewala.core.spelling import LONGEST, spelled
from ewala.games.chronicles.rules import codes, spelling

NOTHING = -1
SLOTS = [f">{zone}{role}" for zone in range(1, 10) for role in "ad"]


class Spelled(NamedTuple):
    text: str
    kind: int
    zone: int = NOTHING
    slot: int = NOTHING
    rune: int = NOTHING
    side: int = NOTHING


def every_move() -> dict[int, Spelled]:
    moves = {codes.DECLINED: Spelled("-", codes.DECLINED)}
    for zone in range(9):
        moves[codes.DEALT + zone] = Spelled(f"!{zone + 1}", codes.DEALT, zone=zone)
    for side, letter in enumerate("OC"):
        moves[codes.DRAWN + side] = Spelled(f"!{letter}", codes.DRAWN, side=side)
        for rune in range(1, 12):
            attracted = Spelled(f"<{letter}{rune}", codes.ATTRACTED, rune=rune, side=side)
            moves[codes.ATTRACTED + 16 * side + rune] = attracted
    for rune in range(1, 12):
        moves[codes.SWAPPED + rune] = Spelled(f"x{rune}", codes.SWAPPED, rune=rune)
    for slot, place in enumerate(SLOTS):
        moves[codes.MOVED + slot] = Spelled(place, codes.MOVED, slot // 2, slot)
        for rune in range(12):
            bid = Spelled(f"{rune or '?'}{place}", codes.BID_MADE, slot // 2, slot, rune)
            moves[codes.BID_MADE + 18 * rune + slot] = bid
    return moves


def spelled_by_the_kernel(code: int) -> Spelled:
    out = [0] * LONGEST
    return Spelled(
        spelled(out, spelling.spell(code, out)),
        spelling.kind_of(code),
        spelling.zone_of(code),
        spelling.slot_of(code),
        spelling.rune_of(code),
        spelling.side_of(code),
    )


def test_cr_7_every_move_is_spelled_and_taken_apart() -> None:
    for code, move in every_move().items():
        assert spelled_by_the_kernel(code) == move


def test_cr_7_a_code_that_no_move_has_is_spelled_as_nothing() -> None:
    moves = every_move()
    for code in range(codes.CODES + 1):
        if code not in moves:
            assert spelled_by_the_kernel(code) == Spelled("", NOTHING)
