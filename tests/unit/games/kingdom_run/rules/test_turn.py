"""KR-4: rolling, rerolling, paying with dice, the rule of two, and how a turn ends."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

import ewala

BOARD = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/-"
ALL = "KSFG/KSFG/KSFG/KSFG"

DICE = [
    ("KR-4.1: the four dice are rolled", "roll", "!DDLX", "K keep:DDLX"),
    ("KR-4.1: keeping all is allowed", "keep:DDLX", "r:-", "K act:DDLX:-"),
    ("KR-4.1: some are rerolled", "keep:DDLX", "r:DL", "K again:DX:2"),
    ("KR-4.1: all are rerolled", "keep:DDLX", "r:DDLX", "K again:-:4"),
    ("KR-4.1: rerolled dice join those kept", "again:DX:2", "!CB", "K act:DCBX:-"),
    ("KR-4.1: one die is rerolled", "again:CVL:1", "!D", "K act:DCVL:-"),
    ("KR-4.1: all four come up anew", "again:-:4", "!CBVL", "K act:CBVL:-"),
    ("KR-6.6: four copies have nothing to copy, and the turn is over", "keep:XXXX", "r:-", "S roll"),
    ("KR-6.6: likewise after a reroll", "again:XX:2", "!XX", "S roll"),
]


@pytest.mark.parametrize(("phase", "moves", "then"), [case[1:] for case in DICE], ids=[case[0] for case in DICE])
def test_kr_4_1_dice(after: Callable[..., str], phase: str, moves: str, then: str) -> None:
    assert after("kingdom-run", f"{BOARD} - 6,6 KS K {phase}", moves) == f"{BOARD} - 6,6 KS {then}"


@pytest.mark.parametrize("faces", ["DDLX", "DCBV", "XXXX", "CCLL", "BBBV"])
def test_kr_7_2_a_reroll_is_a_choice_of_faces_and_how_many_of_each(faces: str) -> None:
    state = ewala.load("kingdom-run").parse(f"{BOARD} - 6,6 KS K keep:{faces}")
    chosen = {"".join(part) for size in range(5) for part in combinations(faces, size)}
    assert sorted(state.moves()) == sorted(f"r:{part or '-'}" for part in chosen)


@pytest.mark.parametrize(("phase", "dice"), [("roll", 4), ("again:DD:2", 2), ("again:-:4", 4), ("again:DDD:1", 1)])
def test_kr_11_each_multiset_of_faces_is_one_outcome(phase: str, dice: int) -> None:
    moves = ewala.load("kingdom-run").parse(f"{BOARD} - 6,6 KS K {phase}").moves()
    assert len(moves) == len(set(moves)) == {1: 6, 2: 21, 4: 126}[dice]


APART, TOGETHER = ("en", "nl"), ("fr", "es")
# Lulling and awakening the gnome on space 4, over and over: dice, editions, and how often it can be done.
RULE_OF_TWO = [
    ("KR-4.3: an action's own dice pay twice", "LLLL", APART + TOGETHER, 2),
    ("KR-9.2 yes: two dice and two copies, apart, give four", "LLXX", APART, 4),
    ("KR-9.2 yes: one die and three copies give three", "LXXX", APART, 3),
    ("KR-9.2 yes: three dice and a copy: two and one", "LLLX", APART, 3),
    ("KR-9.2 no: every performance counts, two in all", "LLXX", TOGETHER, 2),
    ("KR-9.2 no: one die and one copy", "LXXX", TOGETHER, 2),
    ("KR-9.2 no: the copy of a barred face counts too", "LLLX", TOGETHER, 2),
]


@pytest.mark.parametrize(
    ("edition", "dice", "times"),
    [(edition, dice, times) for _, dice, editions, times in RULE_OF_TWO for edition in editions],
    ids=[f"{edition}: {clause}" for clause, _, editions, _ in RULE_OF_TWO for edition in editions],
)
def test_kr_4_3_rule_of_two(edition: str, dice: str, times: int) -> None:
    state = ewala.load("kingdom-run", edition=edition).parse(f"{BOARD} - 6,6 KS K act:{dice}:-")
    done = 0
    while state.to_act == "K":
        state = state.play("L4G" if "KSFG" in state.text.split()[0].split("/")[3] else "L4g")
        done += 1
    assert done == times
    assert state.text.split()[4:] == ["S", "roll"]


PAYMENT: list[tuple[str, str, str, str, str]] = [
    ("KR-4.6: the own die pays before a copy", "en", "act:BVXX:-", "B1K", "act:VXX:B"),
    ("KR-4.6: then a copy pays", "en", "act:BVXX:-", "B1K B2K", "act:VX:Bb"),
    ("KR-4.6: the own die pays while the rule of two lets it", "en", "act:BBBX:-", "B1K B2K", "act:BX:BB"),
    ("KR-4.2: dice are spent in any order", "en", "act:CBVL:-", "L4G B4K", "act:CV:BL"),
    ("KR-4.2: dice are spent in any order", "en", "act:CBVL:-", "B4K L4G", "act:CV:BL"),
    ("KR-6.6: a copy performs what a spent die shows", "fr", "act:BVVX:-", "B1K B2K", "act:VV:Bb"),
    (
        "KR-6.6: a copy performs what an unspent die shows, its own die paying first",
        "fr",
        "act:BVLX:-",
        "B1K",
        "act:VLX:B",
    ),
]


@pytest.mark.parametrize(
    ("edition", "phase", "moves", "then"), [case[1:] for case in PAYMENT], ids=[case[0] for case in PAYMENT]
)
def test_kr_4_6_which_die_pays(after: Callable[..., str], edition: str, phase: str, moves: str, then: str) -> None:
    assert after("kingdom-run", f"{BOARD} - 6,6 KS K {phase}", moves, edition=edition).split()[5] == then


def test_kr_6_6_a_copy_pays_for_a_face_that_the_rule_of_two_bars_from_paying(after: Callable[..., str]) -> None:
    twice = after("kingdom-run", f"{BOARD} - 6,6 KS K act:BBBX:-", "B1K B2K")
    assert twice.split()[5] == "act:BX:BB"
    assert after("kingdom-run", twice, "B3K").split()[4:] == ["S", "roll"]
    assert after("kingdom-run", twice, "B3K").startswith("SFG/SFG/SFG/KSFG/-/KKK/")


def test_kr_4_6_a_disbanding_is_paid_when_its_first_runner_is_taken(after: Callable[..., str]) -> None:
    position = after("kingdom-run", f"{BOARD} - 6,6 KS K act:DVXX:-", "D4K")
    assert position == "KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 6,6 KS K sow:VXX:D:4>5"
    assert after("kingdom-run", position, ". D3K").split()[5] == "sow:VX:Dd:3>4"


RICH = f"{BOARD} - 12,0 KS K "
ENDS: list[tuple[str, dict[str, Any], str, str, str]] = [
    ("KR-4.4: the turn ends by itself when all dice are spent", {}, f"{BOARD} - 6,6 KS K act:L:CVV", "L4K", "S roll"),
    ("KR-4.5: a die without a legal action is lost", {}, f"{RICH}act:VVVL:-", "L4K", "S roll"),
    ("KR-4.5: also right after the dice are kept", {}, f"{RICH}keep:VVVX", "r:-", "S roll"),
    ("KR-4.5: also right after the reroll", {}, f"{RICH}again:VVV:1", "!X", "S roll"),
    ("KR-4.4: it does not end while one has", {}, f"{RICH}act:VVLL:-", "L4K", "K act:VVL:L"),
    ("KR-4.4: under may_pass it can be ended", {"may_pass": True}, f"{RICH}act:VVLL:-", "end", "S roll"),
    ("KR-4.4: also after an action", {"may_pass": True}, f"{RICH}act:VVLL:-", "L4K end", "S roll"),
    ("KR-3.5: play passes in seat order", {}, f"{BOARD} - 4,4,4 GSK S act:L:CVV", "L4K", "K roll"),
    ("KR-3.5: and round again", {}, f"{BOARD} - 4,4,4 GSK K act:L:CVV", "L4K", "G roll"),
]


@pytest.mark.parametrize(
    ("options", "position", "moves", "then"), [case[1:] for case in ENDS], ids=[case[0] for case in ENDS]
)
def test_kr_4_4_how_a_turn_ends(
    after: Callable[..., str], options: dict[str, Any], position: str, moves: str, then: str
) -> None:
    assert " ".join(after("kingdom-run", position, moves, **options).split()[4:]) == then


@pytest.mark.parametrize(
    ("phase", "offered"), [("keep:DDLX", False), ("act:DDLX:-", True), ("sow:DLX:D:4>5", False), ("roll", False)]
)
@pytest.mark.parametrize("may_pass", [True, False])
def test_kr_4_4_end_is_offered_when_it_is_time_to_choose_an_action_under_may_pass(
    phase: str, offered: bool, may_pass: bool
) -> None:
    board = "KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/-"
    state = ewala.load("kingdom-run", may_pass=may_pass).parse(f"{board} - 6,6 KS K {phase}")
    assert ("end" in state.moves()) == (offered and may_pass)
