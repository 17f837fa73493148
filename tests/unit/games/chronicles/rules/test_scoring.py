"""Layouts and scoring (CR-2, CR-6)."""

from collections.abc import Callable
from typing import Any

import pytest

import ewala
from ewala.games.chronicles.rules import effects
from ewala.games.chronicles.rules.state import State

Chronicle = Callable[..., str]

BLOCK = {1: "24", 2: "1345", 3: "256", 4: "1257", 5: "234678", 6: "3589", 7: "458", 8: "5679", 9: "68"}
RING = {1: "28", 2: "13", 3: "249", 4: "359", 5: "46", 6: "57", 7: "68", 8: "17", 9: "34"}
LINE = {n: "".join(str(m) for m in (n - 1, n + 1) if 1 <= m <= 9) for n in range(1, 10)}
PAIRS = "0,0;1,0;5,5;5,6;-3,2;-4,3;9,-9;10,-9;10,-10"  # the whole need not hang together
APART = {1: "2", 2: "1", 3: "4", 4: "3", 5: "6", 6: "5", 7: "89", 8: "79", 9: "78"}


@pytest.mark.parametrize(
    ("layout", "neighbours"), [("block", BLOCK), ("ring", RING), ("line", LINE), (PAIRS, APART)], ids=str
)
@pytest.mark.parametrize("zones", ["123456789", "591827364"])
def test_cr_2_2_a_layout_says_which_zones_are_adjacent(
    chronicle: Chronicle, layout: str, neighbours: dict[int, str], zones: str
) -> None:
    for place, zone in enumerate(zones, 1):
        text = chronicle(f"O2@{zone}a C1@{zone}d", "1O", "effect:O2", layout, zones)
        reached = {move[1] for move in ewala.load("chronicles-of-run").parse(text).moves() if move != "-"}
        assert reached == {zones[int(neighbour) - 1] for neighbour in neighbours[place]}


def test_cr_2_2_block_is_the_default_and_presets_are_data() -> None:
    assert ewala.load("chronicles-of-run").values["layout"] == "block"
    hexes = ";".join(f"{q},{r}" for r in range(3) for q in range(3))
    assert ewala.load("chronicles-of-run", layout=hexes).rules.pack() == ewala.load("chronicles-of-run").rules.pack()


REFUSED = [
    ("0,0;1,0", "CR-2.2", "count"),
    (";".join(f"{q},0" for q in range(10)), "CR-2.2", "count"),
    (";".join(f"{q % 8},0" for q in range(9)), "CR-2.2", "twice"),
    ("0,0;1,0;2,0;3,0;4,0;5,0;6,0;7,0;9,0", "CR-2.1", "alone"),
    ("0,0;1,1;2,0;3,0;4,0;5,0;6,0;7,0;8,0", "CR-2.1", "alone"),  # (1, 1) is no neighbour of (0, 0)
]


@pytest.mark.parametrize(("layout", "clause", "reason"), REFUSED)
def test_cr_2_1_a_layout_that_does_not_touch_is_refused_with_its_reason(layout: str, clause: str, reason: str) -> None:
    with pytest.raises(ewala.BadSetup) as refused:
        ewala.load("chronicles-of-run", layout=layout)
    assert (refused.value.clause, refused.value.code) == (clause, f"layout/{reason}")


UNREADABLE = [
    ("", 1),
    ("blocks", 1),
    ("Block", 1),
    ("0;0", 2),
    ("0,0,0", 4),
    ("0,0;", 5),
    ("00,0", 1),
    ("-0,0", 1),
    ("+1,0", 1),
    ("0,-", 3),
    ("1000,0", 1),
    ("0,0; 1,0", 5),
]


@pytest.mark.parametrize(("layout", "column"), UNREADABLE)
def test_cr_7_an_unreadable_layout_says_where(layout: str, column: int) -> None:
    with pytest.raises(ewala.UnreadableText) as refused:
        ewala.load("chronicles-of-run", layout=layout)
    assert (refused.value.field, refused.value.column) == ("LAYOUT", column)


OPTIONS: list[tuple[dict[str, Any], str, str]] = [
    ({"edition": "en"}, "CR-1", "setup/option"),
    ({"layout": 3}, "CR-2.2", "setup/option"),
    ({"layout": None}, "CR-2.2", "setup/option"),
    ({"players": "KS"}, "", "setup/unknown-option"),
]


@pytest.mark.parametrize(("options", "clause", "code"), OPTIONS, ids=str)
def test_options_that_cannot_stand_are_refused(options: dict[str, Any], clause: str, code: str) -> None:
    with pytest.raises(ewala.BadSetup) as refused:
        ewala.load("chronicles-of-run", **options)
    assert (refused.value.clause, refused.value.code) == (clause, code)


def test_cr_2_1_tiles_are_turned_up_in_layout_order_then_cr_2_3_the_initiative_is_drawn(chronicle: Chronicle) -> None:
    state = ewala.load("chronicles-of-run", layout="ring").start()
    assert state.text == chronicle("", "1-", "deal", "ring", "---------")
    up = ""
    for zone in "395172846":
        assert state.moves() == [f"!{hidden}" for hidden in "123456789" if hidden not in up]
        state = state.play(f"!{zone}")
        up += zone
        assert state.text == chronicle("", "1-", "deal", "ring", up.ljust(9, "-"))
    assert state.moves() == ["!O", "!C"]
    assert state.play("!O").text == chronicle("", "1O", "bid:O", "ring", up)
    assert state.play("!C").text == chronicle("", "1C", "bid:C", "ring", up)


def test_cr_7_the_start_of_play(chronicle: Chronicle) -> None:
    text = (
        "block 123456789 .|./.|./.|./.|./.|./.|./.|./.|./.|. O1,2,3,4,5,6,7,8,9,10,11:C1,2,3,4,5,6,7,8,9,10,11 1O bid:O"
    )
    assert chronicle("", "1O", "bid:O") == text
    assert ewala.load("chronicles-of-run").parse(text).text == text


def test_the_layout_of_a_parsed_position_comes_from_its_text(chronicle: Chronicle) -> None:
    state = ewala.load("chronicles-of-run").parse(chronicle("", "1O", "bid:O", "line"))
    assert state.game.values["layout"] == "line"
    assert state.game != ewala.load("chronicles-of-run")


POWER = {1: 3, 2: 2, 3: 2, 4: 1, 5: 2, 6: 2, 7: 1, 8: 1, 9: 1}  # CR-1.2


def scores(text: str) -> tuple[int, int]:
    found = ewala.load("chronicles-of-run").parse(text).scores()
    return found["O"], found["C"]


@pytest.mark.parametrize(("zone", "power"), POWER.items())
def test_cr_1_2_the_power_of_each_zone(chronicle: Chronicle, zone: int, power: int) -> None:
    assert scores(chronicle(f"O8@{zone}a C3@{zone}d", "2C", "bid:C")) == (power, 0)
    assert scores(chronicle(f"O3@{zone}a C8@{zone}d", "2C", "bid:C")) == (0, power)


# Clause, layout, pieces (as many of each side), scores of order and chaos.
CASES = [
    ("CR-6.2: the higher destiny scores the zone's power", "block", "O8@1a C3@1d", (3, 0)),
    ("CR-6.2: equal destinies are disputed", "block", "O8@1a C8@1d", (0, 0)),
    ("CR-6.2: a zone with one character scores nothing", "block", "O8@1a C8@2d", (0, 0)),
    ("CR-6.1: Jynz has 5 as attacker", "block", "O1@1a C3@1d", (3, 0)),
    ("CR-6.1: Jynz has 5 as attacker, no more", "block", "O1@2a C5@2d", (0, 0)),
    ("CR-6.1: Jynz has 1 as defender", "block", "C2@1a O1@1d", (0, 3)),
    ("CR-6.1: Thenidiel has 8 as defender", "block", "C7@1a O4@1d", (3, 0)),
    ("CR-6.1: Thenidiel has 8 as defender, no more", "block", "C8@1a O4@1d", (0, 0)),
    ("CR-6.1: Thenidiel has 4 as attacker", "block", "O4@1a C6@1d", (0, 3)),
    ("CR-6.1: Keera lends 1 to Lisbeth beside her", "line", "O6@2a C1@9d O7@3a C8@3d", (0, 0)),
    ("CR-6.1: not to one who is farther off", "line", "O6@1a C1@9d O7@3a C8@3d", (0, 2)),
    ("CR-6.1: to Thaal", "line", "O6@2a C1@9d O9@3a C10@3d", (0, 0)),
    ("CR-6.1: to Broin", "line", "O6@2a C1@9d O3@3a C2@3d", (2, 0)),
    ("CR-6.1: to Broin, who has 4 then", "line", "O6@2a C8@9d O3@3d C4@3a", (0, 0)),
    ("CR-6.1: not to a neutral character", "line", "O6@2a C1@9d O8@3a C8@3d", (0, 0)),
    ("CR-6.1: not to an evil one", "line", "O6@2a C1@9d O10@3a C10@3d", (0, 0)),
    ("CR-6.1: not to the other side", "line", "O6@2a C1@9d O8@3a C7@3d", (2, 0)),
    ("CR-6.1: not to herself", "line", "O6@2a C6@2d O7@9a C1@8d", (0, 0)),
    ("CR-6.3: Thaal defeats Zhoor; CR-6.4: which costs its side 1", "block", "O9@1a C11@1d", (3, -1)),
    ("CR-6.3: also as defender", "block", "C11@4a O9@4d", (1, -1)),
    ("CR-6.3: for chaos too", "block", "O11@2a C9@2d", (-1, 2)),
    ("CR-6.2: Zhoor defeats everybody else", "block", "O11@2a C10@2d", (2, 0)),
    ("CR-6.2: Zhoor against Zhoor is disputed, no loss", "block", "O11@2a C11@2d", (0, 0)),
    ("CR-6.4: Bort that defeats scores 1 more", "block", "O5@1a C3@1d", (4, 0)),
    ("CR-6.4: also as defender, for chaos", "block", "O2@9a C5@9d", (0, 2)),
    ("CR-6.4: Bort that is defeated does not", "block", "O5@1a C8@1d", (0, 3)),
    ("CR-6.4: Bort that is disputed does not", "block", "O5@1a C5@1d", (0, 0)),
    ("CR-6.4: the powers of zones add up", "block", "O5@1a C3@1d O8@2a C10@2d O9@3a C2@3d", (6, 2)),
]


@pytest.mark.parametrize(
    ("layout", "placed", "expected"), [case[1:] for case in CASES], ids=[f"{case[0]}: {case[2]}" for case in CASES]
)
def test_cr_6_power(chronicle: Chronicle, layout: str, placed: str, expected: tuple[int, int]) -> None:
    turn = len(placed.split()) // 2 + 1
    assert scores(chronicle(placed, f"{turn}O", "bid:O", layout)) == expected


def test_cr_3_2_a_bid_that_is_not_revealed_scores_nothing(chronicle: Chronicle) -> None:
    assert scores(chronicle("O1@9a C8@1d (O11)@1a", "2O", "bid:C")) == (0, 0)
    assert scores(chronicle("O1@9a C7@1d [O11]@1a", "2O", "bid:C")) == (0, 0)
    assert scores(chronicle("O7@2a C8@2d (O6)@1a", "2O", "bid:C")) == (0, 2)  # Keera does not help yet


# Zone by zone the same destinies: only Jynz, 5 against 1, and Thenidiel, 4 against 8, decide something.
FINAL = "O7@1a C7@1d O2@2a C2@2d O3@3a C3@3d {} O5@5a C5@5d O6@6a C6@6d {} O8@8a C8@8d O9@9a C9@9d"
FINALS = [
    ("CR-6.5: more power wins", ("O1@4a C1@4d", "O11@7a C10@7d"), {"O": 2, "C": 0}, {"O"}, "order-wins"),
    ("CR-6.5: more power wins", ("O10@4a C11@4d", "O4@7a C4@7d"), {"O": 0, "C": 2}, {"C"}, "chaos-wins"),
    ("CR-6.5: equal power is a draw", ("O1@4a C1@4d", "O4@7a C4@7d"), {"O": 1, "C": 1}, {"O", "C"}, "draw"),
]


@pytest.mark.parametrize(
    ("zones", "power", "winners", "ending"), [case[1:] for case in FINALS], ids=[case[4] for case in FINALS]
)
def test_cr_6_5_the_end(
    chronicle: Chronicle, zones: tuple[str, str], power: dict[str, int], winners: set[str], ending: str
) -> None:
    state = ewala.load("chronicles-of-run").parse(chronicle(FINAL.format(*zones), "9C", "over"))
    assert state.to_act is None
    assert state.scores() == power
    assert state.winners() == winners
    assert state.ending == ending


def test_scores_are_written_over_whatever_was_there(chronicle: Chronicle) -> None:
    state = ewala.load("chronicles-of-run").parse(chronicle("O5@1a C3@1d", "2C", "bid:C"))
    out = [7, 7]
    effects.scores(State.unpack(state.data), None, out)
    assert out == list(state.scores().values()) == [4, 0]


@pytest.mark.parametrize(("standing", "bid"), [("O8@1a", "(C3)@1d"), ("O8@1d", "(C3)@1a")])
def test_cr_6_2_a_rune_face_down_is_not_fought_yet(chronicle: Chronicle, standing: str, bid: str) -> None:
    assert scores(chronicle(f"{standing} C5@9d {bid}", "2C", "bid:O")) == (0, 0)
