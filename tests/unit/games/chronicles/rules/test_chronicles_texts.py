"""Texts of positions and moves (CR-7)."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

import ewala
from ewala.core.spelling import LONGEST, spelled
from ewala.games.chronicles.rules import codes, spelling

Chronicle = Callable[..., str]
EMPTY = "/".join([".|."] * 9)
ORDER, CHAOS = "O1,2,3,4,5,6,7,8,9,10,11", "C1,2,3,4,5,6,7,8,9,10,11"
# LAYOUT to PHASE with a mark where the text stops being readable, and the field's name.
UNREADABLE = [
    ("LAYOUT", f"^blok 123456789 {EMPTY} {ORDER}:{CHAOS} 1O bid:O"),
    ("LAYOUT", f"0,0;1,0;^x 123456789 {EMPTY} {ORDER}:{CHAOS} 1O bid:O"),
    ("ZONES", f"block 1234567^0 {EMPTY} {ORDER}:{CHAOS} 1O bid:O"),
    ("ZONES", f"block 12345678^ {EMPTY} {ORDER}:{CHAOS} 1O bid:O"),
    ("ZONES", f"block 123456789^1 {EMPTY} {ORDER}:{CHAOS} 1O bid:O"),
    ("SLOTS", f"block 123456789 {EMPTY[:-4]}^ {ORDER}:{CHAOS} 1O bid:O"),
    ("SLOTS", f"block 123456789 {EMPTY}^/.|. {ORDER}:{CHAOS} 1O bid:O"),
    ("SLOTS", f"block 123456789 .^/.|{EMPTY[2:]} {ORDER}:{CHAOS} 1O bid:O"),
    ("SLOTS", f"block 123456789 O^12|{EMPTY[2:]} {ORDER}:{CHAOS} 1O bid:O"),
    ("SLOTS", f"block 123456789 O^01|{EMPTY[2:]} {ORDER}:{CHAOS} 1O bid:O"),
    ("SLOTS", f"block 123456789 O^0|{EMPTY[2:]} {ORDER}:{CHAOS} 1O bid:O"),
    ("SLOTS", f"block 123456789 ^o1|{EMPTY[2:]} {ORDER}:{CHAOS} 1O bid:O"),
    ("SLOTS", f"block 123456789 (O^?)|{EMPTY[2:]} {ORDER}:{CHAOS} 1O bid:C"),
    ("SLOTS", f"block 123456789 (O5^]|{EMPTY[2:]} {ORDER}:{CHAOS} 1O bid:C"),
    ("SLOTS", f"block 123456789 [O5^)|{EMPTY[2:]} {ORDER}:{CHAOS} 1O bid:C"),
    ("SLOTS", f"block 123456789 (^)|{EMPTY[2:]} {ORDER}:{CHAOS} 1O bid:C"),
    ("HANDS", f"block 123456789 {EMPTY} ^{CHAOS}:{ORDER} 1O bid:O"),
    ("HANDS", f"block 123456789 {EMPTY} {ORDER}^ 1O bid:O"),
    ("HANDS", f"block 123456789 {EMPTY} {ORDER}:^{ORDER} 1O bid:O"),
    ("HANDS", f"block 123456789 {EMPTY} O2,^1:{CHAOS} 1O bid:O"),
    ("HANDS", f"block 123456789 {EMPTY} O1,^1:{CHAOS} 1O bid:O"),
    ("HANDS", f"block 123456789 {EMPTY} O1,^:{CHAOS} 1O bid:O"),
    ("HANDS", f"block 123456789 {EMPTY} O^:{CHAOS} 1O bid:O"),
    ("HANDS", f"block 123456789 {EMPTY} O-^1:{CHAOS} 1O bid:O"),
    ("HANDS", f"block 123456789 {EMPTY} {ORDER}:{CHAOS}^,12 1O bid:O"),
    ("HANDS", f"block 123456789 {EMPTY} {ORDER}:C^01 1O bid:O"),
    ("TURN", f"block 123456789 {EMPTY} {ORDER}:{CHAOS} ^0O bid:O"),
    ("TURN", f"block 123456789 {EMPTY} {ORDER}:{CHAOS} ^10O bid:O"),
    ("TURN", f"block 123456789 {EMPTY} {ORDER}:{CHAOS} 1^x bid:O"),
    ("TURN", f"block 123456789 {EMPTY} {ORDER}:{CHAOS} 1^ bid:O"),
    ("TURN", f"block 123456789 {EMPTY} {ORDER}:{CHAOS} 1O*C^*O bid:O"),
    ("TURN", f"block 123456789 {EMPTY} {ORDER}:{CHAOS} 1O^* bid:O"),
    ("PHASE", f"block 123456789 {EMPTY} {ORDER}:{CHAOS} 1O ^bid"),
    ("PHASE", f"block 123456789 {EMPTY} {ORDER}:{CHAOS} 1O bid:^"),
    ("PHASE", f"block 123456789 {EMPTY} {ORDER}:{CHAOS} 1O bid:^X"),
    ("PHASE", f"block 123456789 {EMPTY} {ORDER}:{CHAOS} 1O bid:O^C"),
    ("PHASE", f"block 123456789 {EMPTY} {ORDER}:{CHAOS} 1O effect:^"),
    ("PHASE", f"block 123456789 {EMPTY} {ORDER}:{CHAOS} 1O effect:O2,^"),
    ("PHASE", f"block 123456789 {EMPTY} {ORDER}:{CHAOS} 1O effect:O2^;C3"),
    ("PHASE", f"block 123456789 {EMPTY} {ORDER}:{CHAOS} 1O over^."),
    ("PHASE", f"block 123456789 {EMPTY} {ORDER}:{CHAOS} 1O^"),
    ("PHASE", f"block 123456789 {EMPTY} {ORDER}:{CHAOS} 1O bid:O^ bid:C"),
    ("ZONES", f"block ^ {EMPTY} {ORDER}:{CHAOS} 1O bid:O"),
]


@pytest.mark.parametrize(("field", "marked"), UNREADABLE, ids=[marked for _, marked in UNREADABLE])
def test_cr_7_an_unreadable_position_says_where(field: str, marked: str) -> None:
    with pytest.raises(ewala.UnreadableText) as refused:
        ewala.load("chronicles-of-run").parse(marked.replace("^", "", 1))
    assert (refused.value.field, refused.value.column) == (field, marked.index("^") + 1)


MOVES = (
    "^/^?>3a/!^/!^0/!^X/!3^3/x^/x^0/x^12/x^01/x6^a/<^/<^3/<C^/<C^12/<C3^a/-^-/>^/>^0a/>3^/>3^A/>3a^d/^12>3a/"
    "^0>3a/^01>3a/10^/10^-3a/10>^x/10>3^x/10>3a^ /^ 10>3a/^decline/10>^٣a"
)


@pytest.mark.parametrize("marked", MOVES.split("/"))
def test_cr_7_an_unreadable_move_says_where(marked: str) -> None:
    with pytest.raises(ewala.UnreadableText) as refused:
        ewala.load("chronicles-of-run").start().play(marked.replace("^", "", 1))
    assert (refused.value.field, refused.value.column) == ("MOVE", marked.index("^") + 1)


SEVENTEEN = " ".join(f"O{n}@{n}a C{n}@{n}d" for n in range(1, 9)) + " O9@9a"
# Clause, what is impossible; pieces, turn, phase and perhaps layout and zones.
IMPOSSIBLE: list[tuple[str, str, tuple[str, ...]]] = [
    ("CR-1.1", "rune", ("O5@1a O5@2a C1@3a C2@4a", "3O", "bid:O")),  # twice
    ("CR-4.1", "two-of-a-side", ("O5@1a O6@1d C1@3a C2@4a", "3O", "bid:O")),
    ("CR-4.1", "two-of-a-side", ("O5@1a C1@3a (O6)@1d", "2O", "bid:C")),
    ("CR-1.2", "zones", ("", "1O", "bid:O", "block", "123456788")),
    ("CR-2.1", "zones", ("", "1O", "bid:O", "block", "12345678-")),
    ("CR-2.1", "zones", ("", "1-", "deal", "block", "12-3-----")),
    ("CR-2.1", "zones", ("", "1-", "deal", "block", "-1-------")),
    ("CR-2.3", "initiative", ("", "1-", "bid:O")),
    ("CR-2.3", "initiative", ("", "1O", "deal")),
    ("CR-2.3", "initiative", ("", "1-", "over")),
    ("CR-2.3", "turn", ("O1@1a C1@1d", "2-", "deal")),
    ("CR-3.1", "count", ("O1@1a C1@1d", "1-", "deal")),
    ("CR-3.1", "count", ("", "2O", "bid:O")),
    ("CR-3.1", "count", ("O1@1a C1@1d", "1O", "bid:O")),
    ("CR-3.1", "count", ("O1@1a", "2O", "bid:O")),
    ("CR-3.1", "count", ("O1@1a C1@1d", "2O", "effect:O2")),
    ("CR-3.1", "count", ("O1@1a C1@1d (C5)@3a", "2O", "bid:O")),  # order bids first
    ("CR-3.1", "count", (SEVENTEEN, "9O", "over")),
    ("CR-3.1", "pending", ("(O1)@1a (C1)@1d", "1O", "bid:O")),
    ("CR-3.1", "pending", ("(O2)@1a C1@1d", "1O", "effect:O2")),
    ("CR-3.1", "pending", ("(O1)@1a", "1-", "deal")),
    ("CR-3.1", "bidder", ("", "1O", "bid:C")),
    ("CR-3.1", "bidder", ("(O5)@3a", "1O", "bid:O")),
    ("CR-3.5", "not-over", ("O1@1a C1@1d", "1O", "over")),
    ("CR-5.5", "foreseen", ("O1@1a C1@1d", "2O*C", "bid:O")),
    ("CR-5.5", "foreseen", ("O1@1a C7@1d", "2O*C", "bid:O")),  # chaos' own Lisbeth
    ("CR-5.5", "foreseen", ("O1@1a C1@1d [O5]@3a", "2O", "bid:C")),
    ("CR-5.5", "foreseen", ("O7@1a C1@1d [O5]@3a", "2O", "bid:C")),
    ("CR-5.5", "foreseen", ("O1@1a C7@1d (O5)@3a", "2O*O", "bid:C")),  # that bid has used it up
    ("CR-5.5", "foreseen", (f"{SEVENTEEN} C9@9d", "9O*O", "over")),
    ("CR-3.4", "effects", ("O1@1a C1@9d", "1O", "effect:O1")),
    ("CR-3.4", "effects", ("O2@1a C2@9d", "1O", "effect:C2,O2")),
    ("CR-3.4", "effects", ("O2@1a O3@2a C1@9d C4@8d", "2O", "effect:O2,O3")),
    ("CR-3.4", "effects", ("O2@1a C2@9d", "1O", "effect:O2,C2,O2")),
    ("CR-3.3", "effects", ("O1@1a C1@9d", "1O", "effect:O2")),  # in hand
    ("CR-3.4", "no-target", ("O3@1a C1@9d", "1O", "effect:O3")),
    ("CR-3.4", "no-target", ("O10@1a C8@9d", "1O", "effect:O10")),
    ("CR-3.4", "no-target", ("O10@1a C1@1d", "1O", "effect:O10")),
]


@pytest.mark.parametrize(
    ("clause", "what", "position"), IMPOSSIBLE, ids=[f"{c} {what}: {' '.join(p)}" for c, what, p in IMPOSSIBLE]
)
def test_cr_7_a_position_that_could_not_stand_is_refused(
    chronicle: Chronicle, clause: str, what: str, position: tuple[str, ...]
) -> None:
    with pytest.raises(ewala.BadSetup) as refused:
        ewala.load("chronicles-of-run").parse(chronicle(*position))
    assert (refused.value.clause, refused.value.code) == (clause, f"position/{what}")


@pytest.mark.parametrize("hands", [f"O2,3:{CHAOS}", f"{ORDER}:C-", f"O-:{CHAOS}"])
def test_cr_1_1_a_rune_that_is_nowhere_is_missed(hands: str) -> None:
    with pytest.raises(ewala.BadSetup, match="is nowhere") as refused:
        ewala.load("chronicles-of-run").parse(f"block 123456789 {EMPTY} {hands} 1O bid:O")
    assert (refused.value.clause, refused.value.code) == ("CR-1.1", "position/rune")


def test_cr_3_3_a_rune_in_hand_and_on_the_board_is_refused() -> None:
    with pytest.raises(ewala.BadSetup, match="O1 is in two places"):
        ewala.load("chronicles-of-run").parse(f"block 123456789 (O1)|{EMPTY[2:]} {ORDER}:{CHAOS} 1O bid:C")


POSSIBLE: list[tuple[str, ...]] = [
    ("O7@1a C7@9d", "2C*O*C", "bid:C"),
    ("O7@1a C2@9d", "1O*C", "effect:C2"),
    ("O10@1a C3@9d", "1O", "effect:O10,C3"),  # the second may turn out to have no target
    ("O7@1a C1@2d [C5]@3a", "2C", "bid:O"),
    (f"{SEVENTEEN} C9@9d", "9C", "over"),
    ("", "1-", "deal", "line", "9--------"),
    ("", "1-", "deal", "ring", "987654321"),
]


@pytest.mark.parametrize("position", POSSIBLE, ids=" ".join)
def test_cr_7_a_position_that_could_stand_is_read(chronicle: Chronicle, position: tuple[str, ...]) -> None:
    text = chronicle(*position)
    assert ewala.load("chronicles-of-run").parse(text).text == text


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
