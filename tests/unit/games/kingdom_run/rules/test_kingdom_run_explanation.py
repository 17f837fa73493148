"""What Kingdom Run points at: the items of a score, where runners land, what the dice can do and why not."""

from typing import Any

import pytest

import ewala


def explained(position: str, **options: Any) -> Any:
    return ewala.load("kingdom-run", **options).parse(position).explained()


START = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/-"


def test_kr_8_3_a_score_item_by_item() -> None:
    found = explained("sFG/SFG/SFG/SF/-/-/-/-/Kk/-/-/-/-/G KK 5,7 KS S roll")
    assert found["tally"]["K"] == [
        {"kind": "podium", "at": 1, "points": 13},
        {"kind": "podium", "at": 2, "points": 12},
        {"kind": "zone", "at": 9, "points": 4},
        {"kind": "zone", "at": 9, "points": 4},
        {"kind": "tokens", "at": 5, "points": 10},
    ]
    assert found["tally"]["S"][0] == {"kind": "zone", "at": 1, "points": 0}
    assert list(found["tally"]) == ["K", "S"]  # neutral clans do not score
    assert found["landings"] == {}
    assert found["dice"] == []


def test_kr_5_3_full_spaces_are_passed() -> None:
    found = explained(f"{START} - 6,6 KS K act:DCBX:-")
    assert (found["landings"]["C1K"], found["landings"]["D1K"], found["landings"]["B1K"]) == (5, 5, 6)


def test_kr_5_4_across_the_line_is_one_more_than_there_are_spaces() -> None:
    found = explained("KFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/KKKS - 6,6 KS K act:DCBX:-")
    assert found["landings"]["D14K"] == 15
    assert found["landings"]["C4S"] == 15


def test_kr_6_1_the_next_of_a_disbanding_goes_beyond_the_last() -> None:
    found = explained("KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 3,3,3,3 KSFG K sow:DLX:D:4>5")
    assert found["landings"] == {"+S": 6, "+F": 6, "+G": 6}


def dice(position: str, **options: Any) -> list[tuple[str, ...]]:
    """Each die as face, state and why it is barred."""
    found = explained(position, **options)["dice"]
    return [(die["face"], die["state"], *([die["code"], die["clause"]] if "code" in die else [])) for die in found]


CASES: list[tuple[str, str, dict[str, object], list[tuple[str, ...]]]] = [
    (
        "KR-4.1: before a reroll every die is ready",
        f"{START} - 6,6 KS K keep:DDLX",
        {},
        [("D", "ready"), ("D", "ready"), ("L", "ready"), ("X", "ready")],
    ),
    (
        "KR-4.2: unspent before spent",
        f"{START} - 6,6 KS K act:BL:BL",
        {},
        [("B", "ready"), ("B", "spent"), ("L", "ready"), ("L", "spent")],
    ),
    (
        "KR-4.3: an action was performed twice by its own dice",
        f"{START} - 6,6 KS K act:BL:BB",
        {},
        [("B", "barred", "kr/rule-of-two", "KR-4.3"), ("B", "spent"), ("B", "spent"), ("L", "ready")],
    ),
    (
        "KR-9.2: where copies count apart, they may go on",
        f"{START} - 6,6 KS K act:BX:BB",
        {"edition": "en"},
        [("B", "barred", "kr/rule-of-two", "KR-4.3"), ("B", "spent"), ("B", "spent"), ("X", "ready")],
    ),
    (
        "KR-9.2: where they do not, they may not",
        f"{START} - 6,6 KS K act:LX:BB",
        {"edition": "fr"},
        [("B", "spent"), ("B", "spent"), ("L", "ready"), ("X", "ready")],
    ),
]


@pytest.mark.parametrize(
    ("position", "options", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_what_the_dice_can_do(position: str, options: dict[str, object], expected: list[tuple[str, ...]]) -> None:
    assert dice(position, **options) == expected


# Die, code, clause, where the runners are: what the candidate says that fails at the last of KR-10's questions.
BARRED = [
    ("D", "kr/in-lake", "KR-5.2", "fg/fg/fg/fg/sss/K/-/kkk/S/-/-/-/-/-"),
    ("C", "kr/in-lake", "KR-5.2", "fg/fg/fg/fg/sss/K/-/kkk/S/-/-/-/-/-"),
    ("C", "kr/leads-the-race", "KR-6.2", "fg/fg/fg/fg/sss/-/-/kkk/-/KS/-/-/-/-"),
    ("B", "kr/no-lake-ahead", "KR-6.3", "fg/fg/fg/fg/sss/kkk/-/-/-/-/-/-/KS/-"),
]


@pytest.mark.parametrize(("face", "code", "clause", "spaces"), BARRED)
def test_a_die_is_barred_for_what_came_nearest_to_being_allowed(face: str, code: str, clause: str, spaces: str) -> None:
    assert (face, "barred", code, clause) in dice(f"{spaces} - 6,6 KS K act:{face}VLL:-")


def test_kr_6_4_nobody_is_left_to_be_robbed() -> None:
    assert ("V", "barred", "kr/no-token", "KR-6.4") in dice(f"{START} - 12,0 KS K act:DCBV:-")


def test_kr_9_3_nor_a_finished_player() -> None:
    position = "SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 3,5,4 KSF F act:DCBV:-"
    assert ("V", "ready") in dice(position)
    only = "SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 3,0,9 KSF F act:DCBV:-"
    assert ("V", "ready") in dice(only, edition="en")
    assert ("V", "barred", "kr/robs-finished", "KR-9.3") in dice(only, edition="nl")


def test_kr_6_5_the_last_awake_runner_of_each_player() -> None:
    circuit = "oooo|o~o|o~o|o~o|o 2:2,3:2,4:2,5:2,6:2 13,12,11,10,9,8,7,6,6,6,6,6,6,6,6"
    spaces = "KS/-/-/-/-/-/-/-/-/-/-/-/-/- KKKSSSFFFFGGGG"
    assert ("L", "barred", "kr/last-awake", "KR-6.5") in dice(f"{spaces} 6,6 KS K act:DCVL:-", circuit=circuit)


def test_kr_4_6_a_copy_lists_what_its_own_die_would_pay_for_first() -> None:
    found = explained(f"{START} - 6,6 KS K act:BVLX:-")["dice"]
    copy = found[3]
    assert copy["face"] == "X"
    assert [die["moves"] for die in found[:3]] == [
        [move for move in copy["moves"] if move[0] == face] for face in "BVL"
    ]


def test_kr_7_1_in_the_middle_of_a_disbanding_every_die_waits() -> None:
    assert dice("KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 3,3,3,3 KSFG K sow:DLX:D:4>5") == [
        ("D", "barred", "kr/still-disbanding", "KR-7.1"),
        ("D", "spent"),
        ("L", "barred", "kr/still-disbanding", "KR-7.1"),
        ("X", "barred", "kr/still-disbanding", "KR-7.1"),
    ]
