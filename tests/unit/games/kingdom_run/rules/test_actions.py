"""KR-5 to KR-7: how runners move and what the six actions do. A position, moves, the position after."""

from collections.abc import Callable
from typing import Any

import pytest

import ewala

# Clause, position, moves, position after; two players KS with six tokens each, K to act, where nothing else is said.
KS = "- 6,6 KS K"
CASES: list[tuple[str, str, str, str]] = [
    (
        "KR-5.1: any runner may be moved, an opponent's and a neutral one too",
        f"KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- {KS} act:BBLL:-",
        "B1S B1G",
        f"KF/KSFG/KSFG/KSFG/-/SG/-/-/-/-/-/-/-/- {KS} act:LL:BB",
    ),
    (
        "KR-5.3: full spaces are passed to the first beyond that is not full",
        f"KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- {KS} act:CVLL:-",
        "C1K",
        f"SFG/KSFG/KSFG/KSFG/K/-/-/-/-/-/-/-/-/- {KS} act:VLL:C",
    ),
    (
        "KR-5.3: a space that was full is not after a runner has left",
        f"KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- {KS} act:CCVL:-",
        "C2K C1S",
        f"KFG/SSFG/KSFG/KSFG/K/-/-/-/-/-/-/-/-/- {KS} act:VL:CC",
    ),
    (
        "KR-5.3: with the last spaces full, the line is crossed",
        f"KFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/KKKS {KS} act:CVLL:-",
        "C4S",
        f"KFG/SFG/SFG/FG/-/-/-/-/-/-/-/-/-/KKKS S {KS[2:]} act:VLL:C",
    ),
    # Disband
    (
        "KR-6.1: one runner a space, in the chosen order, lakes included",
        f"KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- {KS} act:DVLL:-",
        "D4G +K +F +S",
        f"KSFG/KSFG/KSFG/-/G/K/F/S/-/-/-/-/-/- {KS} act:VLL:D",
    ),
    (
        "KR-6.1: one runner is enough",
        f"KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- {KS} act:DVLL:-",
        "D4G .",
        f"KSFG/KSFG/KSFG/KSF/G/-/-/-/-/-/-/-/-/- {KS} act:VLL:D",
    ),
    (
        "KR-6.1: full spaces are left out, first and following",
        f"KSF/SF/SFG/-/-/KSFG/-/-/-/KKGG/-/-/-/- {KS} act:DVLL:-",
        "D3S +F +G",
        f"KSF/SF/-/S/F/KSFG/G/-/-/KKGG/-/-/-/- {KS} act:VLL:D",
    ),
    (
        "KR-6.1: the first jumps over a full space",
        f"SF/SF/SFG/KSFG/-/-/KKK/GG/-/-/-/-/-/- {KS} act:DVLL:-",
        "D3S",
        f"SF/SF/FG/KSFG/S/-/KKK/GG/-/-/-/-/-/- {KS} sow:VLL:D:3>5",
    ),
    (
        "KR-6.1: once one has crossed the line, every following one crosses",
        f"KSFG/KSFG/FG/G/-/-/-/-/-/-/-/-/KSF/KS {KS} act:DVLL:-",
        "D13K +S +F",
        f"KSFG/KSFG/FG/G/-/-/-/-/-/-/-/-/-/KKS SF {KS[2:]} act:VLL:D",
    ),
    (
        "KR-6.1: from the last space all cross, in the order taken",
        f"KSFG/KSFG/FG/G/-/-/-/-/-/-/-/-/KS/KSF {KS} act:DVLL:-",
        "D14F +S +K",
        f"KSFG/KSFG/FG/G/-/-/-/-/-/-/-/-/KS/- FSK {KS[2:]} act:VLL:D",
    ),
    (
        "KR-6.1: over a full last space across the line",
        f"KSFG/KSFG/FG/-/-/-/-/-/-/-/-/-/KS/KSFG {KS} act:DVLL:-",
        "D13K +S",
        f"KSFG/KSFG/FG/-/-/-/-/-/-/-/-/-/-/KSFG KS {KS[2:]} act:VLL:D",
    ),
    (
        "KR-7.1: it stops by itself when no awake runner is left, sleepers stay",
        f"KSFG/KSFG/SFG/KkG/-/-/-/-/-/-/-/-/-/SF {KS} act:DVLL:-",
        "D4K +G",
        f"KSFG/KSFG/SFG/k/K/G/-/-/-/-/-/-/-/SF {KS} act:VLL:D",
    ),
    (
        "KR-7.1: two of a clan are taken one after the other",
        f"KSFG/KSFG/SFG/KKG/-/-/-/-/-/-/-/-/-/SF {KS} act:DVLL:-",
        "D4K +K",
        f"KSFG/KSFG/SFG/G/K/K/-/-/-/-/-/-/-/SF {KS} sow:VLL:D:4>6",
    ),
    # Catch-up
    (
        "KR-6.2: over empty spaces, from the very first one",
        f"K/-/KSFG/KSF/SFG/-/-/-/-/-/-/-/SFG/KG {KS} act:CVLL:-",
        "C1K",
        f"-/-/KSFG/KKSF/SFG/-/-/-/-/-/-/-/SFG/KG {KS} act:VLL:C",
    ),
    (
        "KR-6.2: the only runner ahead may be on the very next space",
        f"KSFG/KSFG/KSFG/SF/-/-/-/-/-/-/-/-/K/G {KS} act:CVLL:-",
        "C13K",
        f"KSFG/KSFG/KSFG/SF/-/-/-/-/-/-/-/-/-/KG {KS} act:VLL:C",
    ),
    (
        "KR-6.2: to the nearest runner ahead, asleep",
        f"KSFG/KSFG/KSFG/KSF/-/-/g/-/-/-/-/-/-/- {KS} act:CVLL:-",
        "C4K",
        f"KSFG/KSFG/KSFG/SF/-/-/Kg/-/-/-/-/-/-/- {KS} act:VLL:C",
    ),
    (
        "KR-6.2: to the nearest runner ahead, bathing",
        f"KSFG/KSF/KSFG/KSF/-/g/-/-/-/G/-/-/-/- {KS} act:CVLL:-",
        "C4K",
        f"KSFG/KSF/KSFG/SF/-/Kg/-/-/-/G/-/-/-/- {KS} act:VLL:C",
    ),
    (
        "KR-6.2: a full space is caught up with and passed",
        f"KSF/KS/KS/K/-/-/GGGG/-/-/SFFF/-/-/-/- {KS} act:CVLL:-",
        "C4K",
        f"KSF/KS/KS/-/-/-/GGGG/K/-/SFFF/-/-/-/- {KS} act:VLL:C",
    ),
    (
        "KR-6.2: with nobody ahead on the circuit, those on the podium are ahead",
        f"KSFG/KSFG/KSFG/SF/-/-/K/-/-/-/-/-/-/- G {KS[2:]} act:CVLL:-",
        "C7K",
        f"KSFG/KSFG/KSFG/SF/-/-/-/-/-/-/-/-/-/- GK {KS[2:]} act:VLL:C",
    ),
    # Bathe
    (
        "KR-6.3: into the nearest lake ahead",
        f"KSFG/KSFG/KSFG/SFG/-/-/K/-/-/-/-/-/-/- {KS} act:BBVL:-",
        "B7K B4S",
        f"KSFG/KSFG/KSFG/FG/-/S/-/-/K/-/-/-/-/- {KS} act:VL:BB",
    ),
    (
        "KR-6.3: from a lake forward one space",
        f"KSFG/KSFG/KSFG/SFG/-/K/-/-/-/-/-/-/-/- {KS} act:BBVL:-",
        "B6K B7K",
        f"KSFG/KSFG/KSFG/SFG/-/-/-/-/K/-/-/-/-/- {KS} act:VL:BB",
    ),
    (
        "KR-6.3: a full lake is still the nearest",
        f"SF/SF/KSFG/KSFG/-/KKGG/-/-/-/-/-/-/-/- {KS} act:BVLL:-",
        "B1S",
        f"F/SF/KSFG/KSFG/-/KKGG/S/-/-/-/-/-/-/- {KS} act:VLL:B",
    ),
    (
        "KR-6.3, KR-5.3: out of a lake over full spaces",
        f"SF/SF/S/S/-/K/KKKG/FGGG/-/F/-/-/-/- {KS} act:BVLL:-",
        "B6K",
        f"SF/SF/S/S/-/-/KKKG/FGGG/K/F/-/-/-/- {KS} act:VLL:B",
    ),
    # Steal
    (
        "KR-6.4: a token changes hands",
        "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 4,5,3 KSG S act:VVLL:-",
        "V:K V:G",
        "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 3,7,2 KSG S act:LL:VV",
    ),
    # Lull or awaken
    (
        "KR-6.5: a runner falls asleep, another wakes up",
        f"KSFG/KSFG/KSFG/KSfG/-/-/-/-/-/-/-/-/-/- {KS} act:VVLL:-",
        "L1S L4f",
        f"KsFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- {KS} act:VV:LL",
    ),
    (
        "KR-6.5: the first clan's runner on the first space, too",
        f"KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- {KS} act:VVLL:-",
        "L1K L1k",
        f"KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- {KS} act:VV:LL",
    ),
    (
        "KR-6.5: in a lake too",
        f"KSFG/KSFG/KSFG/KFG/-/S/-/-/-/-/-/-/-/- {KS} act:VVLL:-",
        "L6S L6s",
        f"KSFG/KSFG/KSFG/KFG/-/S/-/-/-/-/-/-/-/- {KS} act:VV:LL",
    ),
    (
        "KR-6.5: a neutral clan's last awake runner may be lulled",
        f"KSfG/KSfG/KSfG/KSFG/-/-/-/-/-/-/-/-/-/- {KS} act:VVLL:-",
        "L4F",
        f"KSfG/KSfG/KSfG/KSfG/-/-/-/-/-/-/-/-/-/- {KS} act:VVL:L",
    ),
    (
        "KR-6.5: of a player's last two, one of them in a lake, either may be lulled",
        f"kSFG/kSFG/SFG/KSFG/-/K/-/-/-/-/-/-/-/- {KS} act:VVLL:-",
        "L4K",
        f"kSFG/kSFG/SFG/kSFG/-/K/-/-/-/-/-/-/-/- {KS} act:VVL:L",
    ),
    (
        "KR-5.4: a runner that crosses takes the best free place",
        f"KSFG/KSFG/SFG/SF/-/-/-/-/-/-/-/-/-/KK G {KS[2:]} act:CCVL:-",
        "C14K C14K",
        f"KSFG/KSFG/SFG/SF/-/-/-/-/-/-/-/-/-/- GKK {KS[2:]} act:VL:CC",
    ),
]


@pytest.mark.parametrize(("before", "moves", "then"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_position_moves_and_the_position_after(after: Callable[..., str], before: str, moves: str, then: str) -> None:
    assert after("kingdom-run", before, moves) == then


SHORT = "oooo|o~~o~ 2:2,3:3 9,8,7,6,5"
OTHER_CIRCUITS: list[tuple[str, str, str, str]] = [
    (
        "KR-6.3: from one lake into its neighbour",
        f"KSFG/KSFG/KSFG/FG/-/KS/-/-/- {KS} act:BVLL:-",
        "B6K",
        f"KSFG/KSFG/KSFG/FG/-/S/K/-/- {KS} act:VLL:B",
    ),
    (
        "KR-6.3: out of a lake that is the last space across the line",
        f"KSFG/KSFG/KSFG/FG/-/-/-/-/KS {KS} act:BVLL:-",
        "B9K",
        f"KSFG/KSFG/KSFG/FG/-/-/-/-/S K {KS[2:]} act:VLL:B",
    ),
    (
        "KR-6.3, KR-5.3: a full lake at the end is passed across the line",
        f"SFG/SFG/SFG/FG/-/-/-/S/KKKK {KS} act:BVLL:-",
        "B8S",
        f"SFG/SFG/SFG/FG/-/-/-/-/KKKK S {KS[2:]} act:VLL:B",
    ),
    (
        "KR-6.3: a full lake in front of its neighbour is passed into it",
        f"SFG/SFG/SFG/FG/S/KKKK/-/-/- {KS} act:BVLL:-",
        "B5S",
        f"SFG/SFG/SFG/FG/-/KKKK/S/-/- {KS} act:VLL:B",
    ),
]


@pytest.mark.parametrize(
    ("before", "moves", "then"), [case[1:] for case in OTHER_CIRCUITS], ids=[case[0] for case in OTHER_CIRCUITS]
)
def test_on_a_circuit_with_neighbouring_lakes_and_one_at_the_end(
    after: Callable[..., str], before: str, moves: str, then: str
) -> None:
    assert after("kingdom-run", before, moves, circuit=SHORT) == then


OFFERED: list[tuple[str, dict[str, Any], str, str]] = [
    (
        "KR-7.1: one more or stop, also when only one kind is left",
        {},
        f"KSFG/KSFG/SFG/KG/K/-/-/-/-/-/-/-/-/SF {KS} sow:VLL:D:4>5",
        "+K +G .",
    ),
    (
        "KR-7.1: one more or stop, also when only one kind is left",
        {},
        f"KSFG/KSFG/SFG/KK/G/-/-/-/-/-/-/-/-/SF {KS} sow:VLL:D:4>5",
        "+K .",
    ),
    (
        "KR-7.2: equal runners on a space are one choice; KR-5.2: sleepers and bathers are none",
        {},
        f"-/-/-/-/-/KSFG/-/-/-/sfg/-/-/-/KK SSFFGGK {KS[2:]} act:DDDD:-",
        "D14K",
    ),
    (
        "KR-6.5: everybody on the circuit but a player's last awake runner",
        {},
        f"-/-/-/-/-/Kkkk/-/-/-/Sfgg/-/-/-/F SSSFFGG {KS[2:]} act:LLLL:-",
        "L14F L6k L10f L10g",
    ),
    (
        "KR-6.4: opponents who have a token, finished or not in this edition",
        {"edition": "en"},
        "SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 4,8,0 KSG S act:VVVV:-",
        "V:K",
    ),
    (
        "KR-6.2: whoever has somebody ahead",
        {},
        f"KSFG/SFG/SFG/SFG/-/-/KK/-/-/k/-/-/-/- {KS} act:CCCC:-",
        "C1K C7K C1S C2S C3S C4S C1F C2F C3F C4F C1G C2G C3G C4G",
    ),
]


@pytest.mark.parametrize(
    ("options", "position", "moves"),
    [case[1:] for case in OFFERED],
    ids=[case[0] for case in OFFERED],
)
def test_which_moves_are_offered(options: dict[str, Any], position: str, moves: str) -> None:
    assert ewala.load("kingdom-run", **options).parse(position).moves() == moves.split()


@pytest.mark.parametrize("far", range(1, 25))
def test_kr_6_2_a_runner_however_far_ahead_is_ahead(far: int) -> None:
    """With nobody in between: on the longest circuit."""
    game = ewala.load("kingdom-run", players="KS", circuit=f"oooo|~~{'o' * 25}~ 1:28 9,8,7,6,5,4,3,2")
    spaces = ["SFG", "KSFG", "KSFG", "SFG", *["-"] * 28]
    spaces[6] = spaces[6 + far] = "K"
    state = game.parse(f"{'/'.join(spaces)} - 6,6 KS K act:CVLL:-")
    assert f"C{7 + far}K" not in state.moves()
    assert state.play("C7K").text.split()[0].split("/")[6 + far] == "KK"


def test_kr_6_2_whoever_is_on_the_podium_is_ahead_of_everybody() -> None:
    state = ewala.load("kingdom-run").parse(f"KSFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/K KK {KS[2:]} act:CCCC:-")
    land = [f"C{space}{clan}" for clan in "KSFG" for space in (1, 2, 3, 4, 14)]
    assert state.moves() == [move for move in land if (move[-1] != "K" and "14" not in move) or move in ("C1K", "C14K")]
