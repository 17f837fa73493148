"""CR-1 and CR-2: zones, layouts, the deal and the draw of the initiative."""

from collections.abc import Callable
from typing import Any

import pytest

import ewala

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
