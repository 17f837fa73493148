"""KR-5 to KR-7: how runners move and what the six actions do. A position, moves, the position after."""

from collections.abc import Callable

import pytest
from case_tables import cases

import ewala

KS = "- 6,6 KS K"
MOVED = """
KR-5.1: any runner may be moved, an opponent's and a neutral one too
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:BBLL:- -> B1S B1G
    KF/KSFG/KSFG/KSFG/-/SG/-/-/-/-/-/-/-/- - 6,6 KS K act:LL:BB
KR-5.3: full spaces are passed to the first beyond that is not full
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:CVLL:- -> C1K
    SFG/KSFG/KSFG/KSFG/K/-/-/-/-/-/-/-/-/- - 6,6 KS K act:VLL:C
KR-5.3: a space that was full is not after a runner has left
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:CCVL:- -> C2K C1S
    KFG/SSFG/KSFG/KSFG/K/-/-/-/-/-/-/-/-/- - 6,6 KS K act:VL:CC
KR-5.3: with the last spaces full, the line is crossed
    KFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/KKKS - 6,6 KS K act:CVLL:- -> C4S
    KFG/SFG/SFG/FG/-/-/-/-/-/-/-/-/-/KKKS S 6,6 KS K act:VLL:C
KR-6.1: one runner a space, in the chosen order, lakes included
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:DVLL:- -> D4G +K +F +S
    KSFG/KSFG/KSFG/-/G/K/F/S/-/-/-/-/-/- - 6,6 KS K act:VLL:D
KR-6.1: one runner is enough
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:DVLL:- -> D4G .
    KSFG/KSFG/KSFG/KSF/G/-/-/-/-/-/-/-/-/- - 6,6 KS K act:VLL:D
KR-6.1: full spaces are left out, first and following
    KSF/SF/SFG/-/-/KSFG/-/-/-/KKGG/-/-/-/- - 6,6 KS K act:DVLL:- -> D3S +F +G
    KSF/SF/-/S/F/KSFG/G/-/-/KKGG/-/-/-/- - 6,6 KS K act:VLL:D
KR-6.1: the first jumps over a full space
    SF/SF/SFG/KSFG/-/-/KKK/GG/-/-/-/-/-/- - 6,6 KS K act:DVLL:- -> D3S
    SF/SF/FG/KSFG/S/-/KKK/GG/-/-/-/-/-/- - 6,6 KS K sow:VLL:D:3>5
KR-6.1: once one has crossed the line, every following one crosses
    KSFG/KSFG/FG/G/-/-/-/-/-/-/-/-/KSF/KS - 6,6 KS K act:DVLL:- -> D13K +S +F
    KSFG/KSFG/FG/G/-/-/-/-/-/-/-/-/-/KKS SF 6,6 KS K act:VLL:D
KR-6.1: from the last space all cross, in the order taken
    KSFG/KSFG/FG/G/-/-/-/-/-/-/-/-/KS/KSF - 6,6 KS K act:DVLL:- -> D14F +S +K
    KSFG/KSFG/FG/G/-/-/-/-/-/-/-/-/KS/- FSK 6,6 KS K act:VLL:D
KR-6.1: over a full last space across the line
    KSFG/KSFG/FG/-/-/-/-/-/-/-/-/-/KS/KSFG - 6,6 KS K act:DVLL:- -> D13K +S
    KSFG/KSFG/FG/-/-/-/-/-/-/-/-/-/-/KSFG KS 6,6 KS K act:VLL:D
KR-7.1: it stops by itself when no awake runner is left, sleepers stay
    KSFG/KSFG/SFG/KkG/-/-/-/-/-/-/-/-/-/SF - 6,6 KS K act:DVLL:- -> D4K +G
    KSFG/KSFG/SFG/k/K/G/-/-/-/-/-/-/-/SF - 6,6 KS K act:VLL:D
KR-7.1: two of a clan are taken one after the other
    KSFG/KSFG/SFG/KKG/-/-/-/-/-/-/-/-/-/SF - 6,6 KS K act:DVLL:- -> D4K +K
    KSFG/KSFG/SFG/G/K/K/-/-/-/-/-/-/-/SF - 6,6 KS K sow:VLL:D:4>6
KR-6.2: over empty spaces, from the very first one
    K/-/KSFG/KSF/SFG/-/-/-/-/-/-/-/SFG/KG - 6,6 KS K act:CVLL:- -> C1K
    -/-/KSFG/KKSF/SFG/-/-/-/-/-/-/-/SFG/KG - 6,6 KS K act:VLL:C
KR-6.2: the only runner ahead may be on the very next space
    KSFG/KSFG/KSFG/SF/-/-/-/-/-/-/-/-/K/G - 6,6 KS K act:CVLL:- -> C13K
    KSFG/KSFG/KSFG/SF/-/-/-/-/-/-/-/-/-/KG - 6,6 KS K act:VLL:C
KR-6.2: to the nearest runner ahead, asleep
    KSFG/KSFG/KSFG/KSF/-/-/g/-/-/-/-/-/-/- - 6,6 KS K act:CVLL:- -> C4K
    KSFG/KSFG/KSFG/SF/-/-/Kg/-/-/-/-/-/-/- - 6,6 KS K act:VLL:C
KR-6.2: to the nearest runner ahead, bathing
    KSFG/KSF/KSFG/KSF/-/g/-/-/-/G/-/-/-/- - 6,6 KS K act:CVLL:- -> C4K
    KSFG/KSF/KSFG/SF/-/Kg/-/-/-/G/-/-/-/- - 6,6 KS K act:VLL:C
KR-6.2: a full space is caught up with and passed
    KSF/KS/KS/K/-/-/GGGG/-/-/SFFF/-/-/-/- - 6,6 KS K act:CVLL:- -> C4K
    KSF/KS/KS/-/-/-/GGGG/K/-/SFFF/-/-/-/- - 6,6 KS K act:VLL:C
KR-6.2: with nobody ahead on the circuit, those on the podium are ahead
    KSFG/KSFG/KSFG/SF/-/-/K/-/-/-/-/-/-/- G 6,6 KS K act:CVLL:- -> C7K
    KSFG/KSFG/KSFG/SF/-/-/-/-/-/-/-/-/-/- GK 6,6 KS K act:VLL:C
KR-6.3: into the nearest lake ahead
    KSFG/KSFG/KSFG/SFG/-/-/K/-/-/-/-/-/-/- - 6,6 KS K act:BBVL:- -> B7K B4S
    KSFG/KSFG/KSFG/FG/-/S/-/-/K/-/-/-/-/- - 6,6 KS K act:VL:BB
KR-6.3: from a lake forward one space
    KSFG/KSFG/KSFG/SFG/-/K/-/-/-/-/-/-/-/- - 6,6 KS K act:BBVL:- -> B6K B7K
    KSFG/KSFG/KSFG/SFG/-/-/-/-/K/-/-/-/-/- - 6,6 KS K act:VL:BB
KR-6.3: a full lake is still the nearest
    SF/SF/KSFG/KSFG/-/KKGG/-/-/-/-/-/-/-/- - 6,6 KS K act:BVLL:- -> B1S
    F/SF/KSFG/KSFG/-/KKGG/S/-/-/-/-/-/-/- - 6,6 KS K act:VLL:B
KR-6.3, KR-5.3: out of a lake over full spaces
    SF/SF/S/S/-/K/KKKG/FGGG/-/F/-/-/-/- - 6,6 KS K act:BVLL:- -> B6K
    SF/SF/S/S/-/-/KKKG/FGGG/K/F/-/-/-/- - 6,6 KS K act:VLL:B
KR-6.4: a token changes hands
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 4,5,3 KSG S act:VVLL:- -> V:K V:G
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 3,7,2 KSG S act:LL:VV
KR-6.5: a runner falls asleep, another wakes up
    KSFG/KSFG/KSFG/KSfG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:VVLL:- -> L1S L4f
    KsFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:VV:LL
KR-6.5: the first clan's runner on the first space, too
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:VVLL:- -> L1K L1k
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:VV:LL
KR-6.5: in a lake too
    KSFG/KSFG/KSFG/KFG/-/S/-/-/-/-/-/-/-/- - 6,6 KS K act:VVLL:- -> L6S L6s
    KSFG/KSFG/KSFG/KFG/-/S/-/-/-/-/-/-/-/- - 6,6 KS K act:VV:LL
KR-6.5: a neutral clan's last awake runner may be lulled
    KSfG/KSfG/KSfG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:VVLL:- -> L4F
    KSfG/KSfG/KSfG/KSfG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:VVL:L
KR-6.5: of a player's last two, one of them in a lake, either may be lulled
    kSFG/kSFG/SFG/KSFG/-/K/-/-/-/-/-/-/-/- - 6,6 KS K act:VVLL:- -> L4K
    kSFG/kSFG/SFG/kSFG/-/K/-/-/-/-/-/-/-/- - 6,6 KS K act:VVL:L
KR-5.4: a runner that crosses takes the best free place
    KSFG/KSFG/SFG/SF/-/-/-/-/-/-/-/-/-/KK G 6,6 KS K act:CCVL:- -> C14K C14K
    KSFG/KSFG/SFG/SF/-/-/-/-/-/-/-/-/-/- GKK 6,6 KS K act:VL:CC
"""


@pytest.mark.parametrize(("before", "moves", "then"), cases(MOVED))
def test_a_position_moves_and_the_position_after(after: Callable[..., str], before: str, moves: str, then: str) -> None:
    assert after("kingdom-run", before, moves) == then


SHORT = "oooo|o~~o~ 2:2,3:3 9,8,7,6,5"
AT_LAKES = """
KR-6.3: from one lake into its neighbour
    KSFG/KSFG/KSFG/FG/-/KS/-/-/- - 6,6 KS K act:BVLL:- -> B6K
    KSFG/KSFG/KSFG/FG/-/S/K/-/- - 6,6 KS K act:VLL:B
KR-6.3: out of a lake that is the last space across the line
    KSFG/KSFG/KSFG/FG/-/-/-/-/KS - 6,6 KS K act:BVLL:- -> B9K
    KSFG/KSFG/KSFG/FG/-/-/-/-/S K 6,6 KS K act:VLL:B
KR-6.3, KR-5.3: a full lake at the end is passed across the line
    SFG/SFG/SFG/FG/-/-/-/S/KKKK - 6,6 KS K act:BVLL:- -> B8S
    SFG/SFG/SFG/FG/-/-/-/-/KKKK S 6,6 KS K act:VLL:B
KR-6.3: a full lake in front of its neighbour is passed into it
    SFG/SFG/SFG/FG/S/KKKK/-/-/- - 6,6 KS K act:BVLL:- -> B5S
    SFG/SFG/SFG/FG/-/KKKK/S/-/- - 6,6 KS K act:VLL:B
"""


@pytest.mark.parametrize(("before", "moves", "then"), cases(AT_LAKES))
def test_on_a_circuit_with_neighbouring_lakes_and_one_at_the_end(
    after: Callable[..., str], before: str, moves: str, then: str
) -> None:
    assert after("kingdom-run", before, moves, circuit=SHORT) == then


OFFERS = """
KR-7.1: one more or stop, also when only one kind is left
    KSFG/KSFG/SFG/KG/K/-/-/-/-/-/-/-/-/SF - 6,6 KS K sow:VLL:D:4>5 -> +K +G .
KR-7.1: one more or stop, also when only one kind is left
    KSFG/KSFG/SFG/KK/G/-/-/-/-/-/-/-/-/SF - 6,6 KS K sow:VLL:D:4>5 -> +K .
KR-7.2: equal runners on a space are one choice; KR-5.2: sleepers and bathers are none
    -/-/-/-/-/KSFG/-/-/-/sfg/-/-/-/KK SSFFGGK 6,6 KS K act:DDDD:- -> D14K
KR-6.5: everybody on the circuit but a player's last awake runner
    -/-/-/-/-/Kkkk/-/-/-/Sfgg/-/-/-/F SSSFFGG 6,6 KS K act:LLLL:- -> L14F L6k L10f L10g
KR-6.4: opponents who have a token, finished or not in this edition
    SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 4,8,0 KSG S act:VVVV:- -> V:K
KR-6.2: whoever has somebody ahead
    KSFG/SFG/SFG/SFG/-/-/KK/-/-/k/-/-/-/- - 6,6 KS K act:CCCC:-
    C1K C7K C1S C2S C3S C4S C1F C2F C3F C4F C1G C2G C3G C4G
"""


@pytest.mark.parametrize(("position", "moves"), cases(OFFERS))
def test_which_moves_are_offered(position: str, moves: str) -> None:
    assert ewala.load("kingdom-run", edition="en").parse(position).moves() == moves.split()


def test_kr_6_2_a_runner_however_far_ahead_is_ahead() -> None:
    """With nobody in between: on the longest circuit."""
    game = ewala.load("kingdom-run", players="KS", circuit=f"oooo|~~{'o' * 25}~ 1:28 9,8,7,6,5,4,3,2")
    for far in range(1, 25):
        spaces = ["SFG", "KSFG", "KSFG", "SFG", *["-"] * 28]
        spaces[6] = spaces[6 + far] = "K"
        state = game.parse(f"{'/'.join(spaces)} - 6,6 KS K act:CVLL:-")
        assert f"C{7 + far}K" not in state.moves()
        assert state.play("C7K").text.split()[0].split("/")[6 + far] == "KK", far


def test_kr_6_2_whoever_is_on_the_podium_is_ahead_of_everybody() -> None:
    state = ewala.load("kingdom-run").parse(f"KSFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/K KK {KS[2:]} act:CCCC:-")
    land = [f"C{space}{clan}" for clan in "KSFG" for space in (1, 2, 3, 4, 14)]
    assert state.moves() == [move for move in land if (move[-1] != "K" and "14" not in move) or move in ("C1K", "C14K")]
