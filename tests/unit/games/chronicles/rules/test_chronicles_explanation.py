"""What the Chronicles point at: destinies with their bonuses, who defeats whom and why, the items of a score."""

from collections.abc import Callable
from typing import Any

import ewala
from ewala.games.chronicles.present.characters import CHARACTERS
from ewala.games.chronicles.rules import state as st

Chronicle = Callable[..., str]


def explained(text: str, viewer: Any = None) -> Any:
    state = ewala.load("chronicles-of-run").parse(text)
    return (state if viewer is None else state.view(viewer)).explained()


def test_cr_6_1_each_bonus_with_its_points(chronicle: Chronicle) -> None:
    found = explained(chronicle("O1@1a C4@1d O6@2a C1@2d O9@3a C8@3d", "4O", "bid:O"))["slots"]
    assert found["1a"] == {
        "side": "O",
        "rune": 1,
        "printed": 1,
        "bonuses": [{"kind": "madness", "points": 4, "clause": "CR-6.1"}],
        "destiny": 5,
        "face": "up",
    }
    assert found["1d"]["bonuses"] == [{"kind": "deceit", "points": 4, "clause": "CR-6.1"}]
    assert found["3a"]["bonuses"] == [{"kind": "justice", "points": 1, "clause": "CR-6.1"}]
    assert (found["3a"]["printed"], found["3a"]["destiny"]) == (9, 10)
    assert found["2d"]["bonuses"] == []  # Jynz as defender


def test_cr_6_2_to_6_4_a_score_item_by_item(chronicle: Chronicle) -> None:
    found = explained(chronicle("O8@3a C3@3d O5@5a C2@5d O11@1a C9@1d O7@9a C7@9d", "5O", "bid:O"))
    assert found["tally"] == {
        "O": [
            {"kind": "evil", "at": 1, "points": -1},
            {"kind": "zone", "at": 3, "points": 2},
            {"kind": "zone", "at": 5, "points": 2},
            {"kind": "pain", "at": 5, "points": 1},
        ],
        "C": [{"kind": "zone", "at": 1, "points": 3}],
    }


def test_cr_6_2_and_6_3_who_has_a_zone_and_why(chronicle: Chronicle) -> None:
    zones = explained(chronicle("O8@3a C3@3d O11@1a C9@1d O7@9a C7@9d O2@8a C2@2d", "5O", "bid:O"))["zones"]
    assert zones["1"] == {"hex": 0, "power": 3, "winner": "C", "disputed": False, "because": "fate"}
    assert zones["3"] == {"hex": 2, "power": 2, "winner": "O", "disputed": False, "because": "destiny"}
    assert zones["9"] == {"hex": 8, "power": 1, "winner": None, "disputed": True, "because": None}
    assert zones["8"] == {"hex": 7, "power": 1, "winner": None, "disputed": False, "because": None}


def test_cr_3_2_a_bid_face_down_is_known_to_its_side_alone(chronicle: Chronicle) -> None:
    text = chronicle("O1@9a C8@1d (O11)@1a", "2O", "bid:C")
    assert explained(text, "O")["slots"]["1a"]["rune"] == 11
    assert explained(text, "O")["slots"]["1a"]["face"] == "down"
    for viewer in ("C", ewala.SPECTATOR):
        assert explained(text, viewer)["slots"]["1a"] == {"side": "O", "rune": None, "face": "down"}
        assert explained(text, viewer)["zones"]["1"]["winner"] is None


def test_cr_5_5_a_foreseen_bid_is_face_up_and_decides_nothing_yet(chronicle: Chronicle) -> None:
    found = explained(chronicle("O1@9a C7@1d [O11]@1a", "2O", "bid:C"), "C")
    assert (found["slots"]["1a"]["rune"], found["slots"]["1a"]["face"]) == (11, "up")
    assert found["zones"]["1"]["winner"] is None


def test_cr_2_2_neighbours_and_hexes_follow_the_layout(chronicle: Chronicle) -> None:
    found = explained(chronicle("", "1O", "bid:O", "line", "918273645"))
    assert found["hexes"] == [[n, 0] for n in range(9)]
    assert found["neighbours"]["9"] == [1]
    assert found["neighbours"]["1"] == [8, 9]


def test_cr_2_1_only_what_is_turned_up_is_told() -> None:
    state = ewala.load("chronicles-of-run").start().play("!7").play("!2")
    found: Any = state.explained()
    assert list(found["zones"]) == ["7", "2"]
    assert found["neighbours"] == {"7": [2], "2": [7]}


def test_cr_1_1_characters_are_as_the_kernel_takes_them() -> None:
    assert sum(1 << n for n, character in enumerate(CHARACTERS, 1) if character.alignment == "good") == st.GOOD
    assert sum(1 << n for n, character in enumerate(CHARACTERS, 1) if character.optional) == st.DECIDES
