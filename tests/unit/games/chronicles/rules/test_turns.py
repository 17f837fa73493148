"""CR-3 to CR-5: bids, reveals and effects. Pieces, moves, pieces after."""

from collections.abc import Callable
from itertools import product

import pytest
from case_tables import cases

import ewala

Chronicle = Callable[..., str]
PLAYED = """
CR-3.1: the initiative bids first, face down
    block 1O bid:O -> 5>3a -> block (O5)@3a 1O bid:C
CR-3.3: the second bid reveals both; CR-3.5: the initiative passes
    block (O5)@3a 1O bid:C -> 8>3d -> block O5@3a C8@3d 2C bid:C
CR-3.1: chaos begins when it has the initiative
    block 1C bid:C -> 5>3a -> block (C5)@3a 1C bid:O
CR-5.1: Aruh'ka moves to an adjacent zone
    block (O2)@1a 1O bid:C -> 8>9d >2d -> block O2@2d C8@9d 2C bid:C
CR-5.1: against an opponent who is there
    block (O2)@1a 1O bid:C -> 8>2d >2a -> block O2@2a C8@2d 2C bid:C
CR-3.4: a side may decline
    block O2@1a C8@9d 1O effect:O2 -> - -> block O2@1a C8@9d 2C bid:C
CR-3.4, CR-4.1: without a free adjacent zone Treachery is skipped
    line O1@2a C1@9d (O2)@1a 2O bid:C -> 4>8a -> line O1@2a C1@9d O2@1a C4@8a 3C bid:C
CR-5.2: Broin and a good character exchange slots
    block O6@2d C1@9d (O3)@1a 2O bid:C -> 4>8a x6 -> block O3@2d C1@9d O6@1a C4@8a 3C bid:C
CR-5.2: the other character's effect is not used again
    block O7@2d C1@9d (O3)@1a 2O bid:C -> 4>8a x7 -> block O3@2d C1@9d O7@1a C4@8a 3C bid:C
CR-3.4: Broin without a brother beside him is skipped
    block O6@9d C9@2d (O3)@1a 2O bid:C -> 7>4a -> block O6@9d C9@2d O3@1a C7@4a 3C*O bid:C
CR-5.2: neutral and evil characters are no brothers
    line O8@2d C9@8d (O3)@1a 2O bid:C -> 6>7a -> line O8@2d C9@8d O3@1a C6@7a 3C bid:C
CR-3.4: Lust is skipped when Keynan alone is there: he is immune
    block (O10)@1a 1O bid:C -> 8>9d -> block O10@1a C8@9d 2C bid:C
CR-5.3: Loreen attracts from any zone; CR-5.6: a character revealed this turn too
    block (O10)@1a 1O bid:C -> 5>9d <C5 -> block O10@1a C5@1d 2C bid:C
CR-5.3: if the other slot of her zone is taken, she attracts nobody
    block O5@8a C1@9d (O10)@1a 2O bid:C -> 5>1d -> block O5@8a C1@9d O10@1a C5@1d 3C bid:C
CR-5.3: as defender too, into the attacker slot
    block (C10)@4d 1C bid:O -> 9>9d <O9 -> block C10@4d O9@4a 2O bid:O
CR-3.4: the initiative's effect first, then the other's
    block (C2)@1a 1C bid:O -> 2>9d >2a >8d -> block C2@2a O2@8d 2O bid:O
CR-5.4: a character moved by Lust acts from where it now stands
    block (O10)@5a 1O bid:C -> 2>9d <C2 >3a -> block O10@5a C2@3a 2C bid:C
CR-5.4: Broin is brought beside his brother
    block O8@9a C6@1a (O10)@2a 2O bid:C -> 3>9d <C3 x6 -> block O8@9a C3@1a O10@2a C6@2d 3C bid:C
CR-5.6: targets are judged when the time comes: without Lust Broin has none
    block O8@9a C6@1a (O10)@2a 2O bid:C -> 3>9d - -> block O8@9a C6@1a O10@2a C3@9d 3C bid:C
CR-5.6: a brother carried off before Broin's time comes
    line O8@9a C6@1a (O10)@8a 2O bid:C -> 3>2d <C6 -> line O8@9a C6@8d O10@8a C3@2d 3C bid:C
CR-5.5: the opponent who bids first next turn bids face up
    block (O7)@1a 1O bid:C -> 8>9d 5>3a -> block O7@1a C8@9d [C5]@3a 2C bid:O
CR-5.5: the opponent who bids second next turn uses it up then
    block (O8)@1a 1O bid:C -> 7>9d 5>3a -> block O8@1a C7@9d (C5)@3a 2C*O bid:O
CR-5.5: that bid uses it up
    block O8@1a C7@9d (C5)@3a 2C*O bid:O -> 9>4a -> block O8@1a C7@9d C5@3a O9@4a 3O bid:O
CR-5.5: and the next one is face down again
    block O7@1a C8@9d [C5]@3a 2C bid:O -> 9>4a 5>5a 4>6a 9>7a
    block O7@1a C8@9d C5@3a O9@4a O5@5a C4@6a (C9)@7a 4C bid:O
CR-5.5: both sides at once
    block (O7)@1a 1O bid:C -> 7>9d -> block O7@1a C7@9d 2C*O*C bid:C
CR-5.5: both at once, the first bid made
    block O7@1a C7@9d 2C*O*C bid:C -> 1>3d -> block O7@1a C7@9d [C1]@3d 2C*O bid:O
CR-5.5: it takes hold before any effect is decided
    block (O7)@1a 1O bid:C -> 2>9d -> block O7@1a C2@9d 1O*C effect:C2
CR-5.5: and is still to come after the effect
    block O7@1a C2@9d 1O*C effect:C2 -> >8a -> block O7@1a C2@8a 2C*C bid:C
CR-5.5: Lisbeth's swap under Clairvoyance: a foreseen second Lisbeth foresees in turn
    block O7@1a C8@9d 2C*C bid:C -> 7>3a 9>4d -> block O7@1a C8@9d C7@3a O9@4d 3O*O bid:O
"""


def position_of(chronicle: Chronicle, text: str) -> str:
    """Layout, pieces, turn and phase, as the tables have them."""
    layout, *placed, turn, phase = text.split()
    return chronicle(" ".join(placed), turn, phase, layout)


@pytest.mark.parametrize(("before", "moves", "then"), cases(PLAYED))
def test_pieces_moves_and_pieces_after(
    after: Callable[..., str], chronicle: Chronicle, before: str, moves: str, then: str
) -> None:
    assert after("chronicles-of-run", position_of(chronicle, before), moves) == position_of(chronicle, then)


# Beside the decline.
OFFERS = """
CR-5.1: attacker or defender of an adjacent zone
    block O2@1a C8@9d 1O effect:O2 -> >2a >2d >4a >4d
CR-5.1: a free slot
    block O2@1a C8@4a 1O effect:O2 -> >2a >2d >4d
CR-4.1: no zone with an own rune
    block O2@1a C8@9d O5@2a C9@8a 2O effect:O2 -> >4a >4d
CR-5.2: good, own and adjacent
    block O3@5a O6@1a O7@2a O9@4d O8@6a C6@7a C7@8a C9@9a C1@3a C5@1d 5O effect:O3 -> x7 x9
CR-5.3: lower destiny, with every bonus; never Keynan
    block O10@9a O1@1a O2@2a O3@3a O4@4a O5@5a C8@1d C4@2d C9@3d C1@4d C11@5d C5@6a 6O effect:O10 -> <C1 <C4 <C5 <C9
CR-5.3, CR-6.1: Thaal beside Keera has 10, which is not lower
    block O10@9a O1@1a O2@2a C9@2d C6@3d C7@8d 3O*O effect:O10 -> <C6 <C7
CR-5.3: Loreen does not attract Loreen
    block O10@9a O1@1a C10@2d C5@3d 2O effect:O10 -> <C5
"""
EIGHT = "O1@1a C1@1d O2@2a C2@2d O3@3a C3@3d O4@4a C4@4d O5@5a C5@5d O6@6a C6@6d O8@7a C8@7d O9@8a C9@8d"


@pytest.mark.parametrize(("bid", "answer"), [("7>9a", "7>9d"), ("10>9a", "7>9d"), ("7>9a", "10>9d")])
def test_cr_3_5_the_game_ends_after_nine_turns_and_cr_5_5_clairvoyance_then_does_nothing(
    after: Callable[..., str], chronicle: Chronicle, bid: str, answer: str
) -> None:
    one, other = f"O{bid.replace('>', '@')}", f"C{answer.replace('>', '@')}"
    position = after("chronicles-of-run", chronicle(EIGHT, "9O", "bid:O"), f"{bid} {answer}")
    assert position == chronicle(f"{EIGHT} {one} {other}", "9O", "over")


def test_cr_3_5_effects_of_the_ninth_turn_come_before_the_end(after: Callable[..., str], chronicle: Chronicle) -> None:
    eight = EIGHT.replace("O3@3a", "O7@3a")
    before = chronicle(eight, "9O", "bid:O", "line")
    assert after("chronicles-of-run", before, "3>9a 7>9d") == chronicle(
        f"{eight} O3@9a C7@9d", "9O", "effect:O3", "line"
    )
    assert after("chronicles-of-run", before, "3>9a 7>9d x9") == chronicle(
        f"{eight.replace('O9@8a', 'O3@8a')} O9@9a C7@9d", "9O", "over", "line"
    )


@pytest.mark.parametrize(("position", "moves"), cases(OFFERS))
def test_which_effects_are_offered(chronicle: Chronicle, position: str, moves: str) -> None:
    state = ewala.load("chronicles-of-run").parse(position_of(chronicle, position))
    assert state.moves() == ["-", *moves.split()]


def test_cr_3_1_any_unused_rune_in_any_free_slot_of_a_zone_without_an_own_rune(chronicle: Chronicle) -> None:
    state = ewala.load("chronicles-of-run").parse(chronicle("O1@1a C8@1d O5@2a C9@3a (C4)@9d", "3C", "bid:O"))
    slots = [f"{zone}{slot}" for zone in range(3, 10) for slot in "ad" if f"{zone}{slot}" not in ("3a", "9d")]
    runes = (2, 3, 4, 6, 7, 8, 9, 10, 11)
    assert state.moves() == [f"{rune}>{slot}" for rune in runes for slot in slots]


def test_who_decides(chronicle: Chronicle) -> None:
    for text, who in {
        "block 1O bid:O": "O",
        "block (O5)@3a 1O bid:C": "C",
        "block O2@1a C2@9d 1O effect:O2,C2": "O",
        "block O2@1a C2@9d 1O effect:C2": "C",
    }.items():
        assert ewala.load("chronicles-of-run").parse(position_of(chronicle, text)).to_act == who, text


@pytest.mark.parametrize(("side", "other"), ["OC", "CO"])
def test_cr_3_2_a_rune_face_down_may_be_any_that_its_side_has_left(side: str, other: str, chronicle: Chronicle) -> None:
    def bid(rune: int) -> str:
        return chronicle(f"O2@1a C3@1d ({side}{rune})@3d", f"2{side}", f"bid:{other}")

    view = ewala.load("chronicles-of-run").parse(bid(5)).view(other)
    left = [rune for rune in range(1, 12) if rune != (2 if side == "O" else 3)]
    assert {view.determinize(ewala.Rng(seed)).text for seed in range(100)} == {bid(rune) for rune in left}


def test_cr_3_2_of_a_bid_face_down_others_see_its_place(chronicle: Chronicle) -> None:
    state = ewala.load("chronicles-of-run").parse(chronicle("", "1O", "bid:O"))
    for rune, zone, role in product(range(1, 12), range(1, 10), "ad"):
        bid, place = f"{rune}>{zone}{role}", f"?>{zone}{role}"
        assert state.seen(bid, "C") == state.seen(bid, ewala.SPECTATOR) == place
        assert state.seen(bid, "O") == bid


def test_cr_5_5_what_was_foreseen_is_over_when_it_is_revealed(chronicle: Chronicle) -> None:
    """The position knows no more of it than its text says."""
    state = ewala.load("chronicles-of-run").parse(chronicle("O1@9a C7@1d [O11]@1a", "2O", "bid:C"))
    after = state.play("5>4d")
    assert after == after.game.parse(after.text)


def test_cr_2_1_each_tile_that_is_left_may_be_turned_up() -> None:
    state = ewala.load("chronicles-of-run").start()
    for up in range(1, 10):
        assert {state.sample(ewala.Rng(seed)) for seed in range(200)} == {f"!{zone}" for zone in range(up, 10)}
        state = state.play(f"!{up}")
