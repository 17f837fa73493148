"""KR-8: how the game ends, what is scored, and who wins."""

from collections.abc import Callable

import pytest
from case_tables import cases

import ewala

LONG_PODIUM = "oooo|~o~o~o 2:3,3:3 20,19,18,17,16,15,14,13,12,11,10,9,8"
ENDINGS = """
KR-8.1: the last podium place ends the game at once, in the middle of a disbanding too
    G/G/G/-/-/-/F/-/-/F/-/-/KSF/S KKKSSFG 3,3,3,3 KSFG G act:DBVL:- -> D13K +S
    G/G/G/-/-/-/F/-/-/F/-/-/F/KS KKKSSFGS 3,3,3,3 KSFG G over -> podium-full
KR-8.1: also with two players
    G/G/G/G/-/-/F/-/-/F/-/-/-/KKS KKSSFFS 6,6 KS S act:CVLL:- -> C14K
    G/G/G/G/-/-/F/-/-/F/-/-/-/KS KKSSFFSK 6,6 KS S over -> podium-full
KR-8.2: with two players the game ends when one is finished, in whosever turn
    SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/K KKK 6,6 KS S act:CVLL:- -> C14K
    SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 6,6 KS S over -> player-finished
KR-8.2: a neutral clan that is home ends nothing
    KSF/KSF/KSF/KSF/-/-/-/-/-/-/-/-/-/G GGG 6,6 KS S act:CVLL:- -> C14G
    KSF/KSF/KSF/KSF/-/-/-/-/-/-/-/-/-/- GGGG 6,6 KS S act:VLL:C -> goes on
KR-8.2: with more players the game goes on when one is finished; KR-8.4: and so does another's turn
    SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/K KKK 4,4,4 KSF S act:CVLL:- -> C14K
    SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 4,4,4 KSF S act:VLL:C -> goes on
KR-8.4: who finishes in the own turn has no more of it, unspent dice are gone
    SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/K KKK 4,4,4 KSF K act:CVLL:- -> C14K
    SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 4,4,4 KSF S roll -> goes on
KR-8.4: nor of a disbanding that is unfinished
    SFG/SFG/SFG/FG/-/-/-/-/-/-/-/-/-/KS KKK 4,4,4 KSF K act:DVLL:- -> D14K
    SFG/SFG/SFG/FG/-/-/-/-/-/-/-/-/-/S KKKK 4,4,4 KSF S roll -> goes on
KR-8.4: another player's finishing does not end a disbanding
    SFG/SFG/SFG/FG/-/-/-/-/-/-/-/-/-/KS KKK 4,4,4 KSF S act:DVLL:- -> D14K
    SFG/SFG/SFG/FG/-/-/-/-/-/-/-/-/-/S KKKK 4,4,4 KSF S sow:VLL:D:14>15 -> goes on
KR-3.5: finished players are skipped
    SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 4,4,4 KSF F act:L:CVV -> L1S
    sFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 4,4,4 KSF S roll -> goes on
"""
ENDINGS_WITH_A_LONG_PODIUM = """
KR-8.2: with more players it ends when every player is finished
    G/G/G/G/-/-/-/-/-/K KKKSSSSFFFF 4,4,4 KSF K act:CVLL:- -> C10K
    G/G/G/G/-/-/-/-/-/- KKKSSSSFFFFK 4,4,4 KSF K over -> everyone-finished
KR-8.2: and not while one of them runs
    SG/G/G/G/-/-/-/-/-/K KKKSSSFFFF 4,4,4 KSF K act:CVLL:- -> C10K
    SG/G/G/G/-/-/-/-/-/- KKKSSSFFFFK 4,4,4 KSF S roll -> goes on
"""


def check_ending(found: str, then: str, ending: str, **options: str) -> None:
    assert found == then
    assert (ewala.load("kingdom-run", **options).parse(then).ending or "goes on") == ending


@pytest.mark.parametrize(("before", "moves", "then", "ending"), cases(ENDINGS))
def test_kr_8_ends(after: Callable[..., str], before: str, moves: str, then: str, ending: str) -> None:
    check_ending(after("kingdom-run", before, moves), then, ending)


@pytest.mark.parametrize(("before", "moves", "then", "ending"), cases(ENDINGS_WITH_A_LONG_PODIUM))
def test_kr_8_2_ends_with_a_long_podium(
    after: Callable[..., str], before: str, moves: str, then: str, ending: str
) -> None:
    check_ending(after("kingdom-run", before, moves, circuit=LONG_PODIUM), then, ending, circuit=LONG_PODIUM)


def test_kr_3_5_the_only_player_who_still_runs_plays_turn_after_turn(after: Callable[..., str]) -> None:
    circuit = "oooo|~o~o~o 2:3,3:3 9,9,9,9,9,9,9,9,9,9,9,9"
    position = "SG/SG/SG/SG/-/-/-/-/-/- KKKKFFFF 4,4,4 KSF S act:L:CVV"
    assert after("kingdom-run", position, "L1S", circuit=circuit) == (
        "sG/SG/SG/SG/-/-/-/-/-/- KKKKFFFF 4,4,4 KSF S roll"
    )


def test_kr_8_3_podium_zones_and_tokens_are_scored_asleep_or_bathing_too() -> None:
    position = "G/G/g/-/-/-/F/-/-/f/-/g/-/KS KKKSSFFS 3,2,4,3 KSFG G over"
    # K: 13 + 12 + 11, 6 on space 14, 3 tokens. S: 10 + 9 + 6, 6 on 14, 2 tokens. F: 8 + 7, 3 on 7, 4 on 10, 4 tokens.
    # G: nothing on the start, 5 asleep in the lake 12, 3 tokens.
    state = ewala.load("kingdom-run").parse(position)
    assert state.scores() == {"K": 48, "S": 35, "F": 30, "G": 11}
    assert state.winners() == {"K"}


def test_kr_8_3_neutral_clans_do_not_score() -> None:
    position = "S/S/S/S/-/-/-/-/-/-/-/-/F/FFF KKKKGGGG 12,0 SF F over"
    assert ewala.load("kingdom-run").parse(position).scores() == {"S": 24, "F": 24}


def test_scores_stand_at_any_time_and_nobody_has_won_before_the_end() -> None:
    state = ewala.load("kingdom-run").parse("KSFG/SFG/SFG/SFG/-/-/-/-/K/-/-/-/-/K K 9,3 KS K roll")
    assert state.scores() == {"K": 13 + 6 + 4 + 18, "S": 6}
    assert state.winners() == set()


FLAT = "oooo|o~o|o~o|o~o|o 2:2,3:2,4:2,5:2,6:2 0"  # a podium of one place, worth nothing
# The position and its circuit, the scores, and who wins.
WINNERS = """
KR-8.5: the highest score wins, whoever came in first
    K/K/S/S/-/-/F/F/-/-/-/-/G/G KSKSFFGG 0,6,3,3 KSFG K over -> usual
    K 24, S 34, F 29, G 31 -> S
KR-8.5: of tied players the one with the best place on the podium
    K/K/S/S/-/-/F/F/-/-/-/-/G/G KSKSFFGG 3,4,3,2 KSFG K over -> usual
    K 30, S 30, F 29, G 29 -> K
KR-8.5: whatever the order of seats
    K/K/S/S/-/-/F/F/-/-/-/-/G/G KSKSFFGG 4,3,3,2 SKFG K over -> usual
    S 30, K 30, F 29, G 29 -> K
KR-8.5: the podium comes before the circuit
    KSFG/KSFG/SFG/FG/K/-/-/-/-/-/-/-/-/S K 7,5 KS K over -> flat
    K 16, S 16 -> K
KR-8.5: then the space farthest along
    KSFG/KSFG/KFG/F/-/-/S/S/-/-/-/-/K/- G 6,6 KS K over -> flat
    K 18, S 18 -> K
KR-8.5: the same for the other seat
    KSFG/KSFG/KFG/F/-/-/S/S/-/-/-/-/K/- G 6,6 SK K over -> flat
    S 18, K 18 -> K
KR-8.5: tied players whose best runners share the best space share the victory, asleep or not
    KSFG/KSFG/KSFG/F/-/-/-/-/-/-/-/-/Ks/- G 6,6 KS K over -> flat
    K 18, S 18 -> KS
KR-8.5: their other runners do not count
    KSFG/SFG/SFG/F/KK/-/-/-/-/-/-/-/KS/- G 5,7 KS K over -> flat
    K 20, S 20 -> KS
"""


@pytest.mark.parametrize(("position", "circuit", "scores", "winners"), cases(WINNERS))
def test_kr_8_5_winners(position: str, circuit: str, scores: str, winners: str) -> None:
    state = ewala.load("kingdom-run", circuit=FLAT if circuit == "flat" else "A,B,C").parse(position)
    assert ", ".join(f"{seat} {points}" for seat, points in state.scores().items()) == scores
    assert state.winners() == set(winners)


ROBBED = "SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 4,4,4 KSF S act:VVLL:-"


@pytest.mark.parametrize(("edition", "may"), [("fr", False), ("en", True), ("es", False), ("nl", False)])
def test_kr_9_3_whether_a_finished_player_may_be_robbed(after: Callable[..., str], edition: str, may: bool) -> None:
    offered = ewala.load("kingdom-run", edition=edition).parse(ROBBED).moves()
    assert ("V:K" in offered) == may
    assert "V:F" in offered
    if may:
        assert after("kingdom-run", ROBBED, "V:K", edition=edition).split()[2] == "3,5,4"
