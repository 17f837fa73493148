"""A search in a workspace with too little room keeps what is best; interpreted, so that its lines can be counted."""

import pytest

from ewala import load
from ewala.core.machines import INTERPRETED
from ewala.games.kingdom_run.bots import turns
from ewala.games.kingdom_run.bots.multisets import number_of
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.bots.values import plain_values
from ewala.games.kingdom_run.bots.workspace import BASE, ENDS, POOL, Plan, Workspace
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import State

BOARD = "KSFG/KSFG/KSFG/KSF/G/-/-/-/-/-/-/-/-/- - 6,6 KS K "


def search(boards: int, keys: int, **options: bool) -> TurnSearch:
    game = load("kingdom-run", players="KS", backend="interpreted", **options)
    assert isinstance(game, KingdomRun)
    made = TurnSearch(game)
    made.__dict__["_wide"] = made.__dict__["_narrow"] = INTERPRETED.blank(Workspace, boards=boards, keys=keys)
    return made


@pytest.mark.parametrize("phase", ["act:CB:VL", "sow:L:DVV:4>5", "act:CL:VV"])
def test_the_best_end_is_found_whatever_the_room(phase: str) -> None:
    large, small = search(3000, 1 << 14), search(BASE + 80, 64)
    state = large.game.parse(BOARD + phase).data
    for most in (1, 3, 96):
        ends = large.ends(state, width=3000, most=most)
        found = small.ends(state, width=3000, most=most)
        assert len(ends) <= most
        assert found[0].value == pytest.approx(ends[0].value, abs=0.05)
        assert large.nodes <= large.met


@pytest.mark.parametrize(("room", "kept"), [(0, 0), (8, 5)])
def test_a_full_desk_goes_on_with_the_best(room: int, kept: int) -> None:
    game = search(BASE, 64).game
    work, values = INTERPRETED.blank(Workspace, boards=BASE + 1 + room, keys=64), plain_values(game)
    work.boards[0] = State.unpack(game.parse(BOARD + "act:CB:VL").data)
    bathed_too = number_of((0, 0, 1, 1, 1))
    turns.begin(work, game.rules, values, number_of((0, 0, 0, 1, 1)), 5, 0)
    plan = INTERPRETED.blank(Plan)
    plan.sets[0], plan.keeps[0], plan.ending[0] = bathed_too, 1, 1
    turns.grow(work, game.rules, values, plan, 1, 5)
    first, after = work.first[bathed_too], work.after[bathed_too]
    assert after - first == kept
    assert work.tally[ENDS] == 5
    assert sorted(work.value[first:after]) == sorted(work.value[POOL : POOL + kept])


def test_a_die_without_an_action_is_lost() -> None:
    """Nobody has a token to be robbed of: the turn ends after the catching-up (KR-4.5)."""
    looking = search(3000, 1 << 14)
    state = looking.game.parse(BOARD.replace("6,6", "12,0") + "act:CV:BL")
    ends = looking.ends(state.data, width=99, most=96)
    assert {end.board for end in ends} == {state.play(move).data for move in state.moves()}


def test_who_may_pass_may_end_at_once() -> None:
    passing = search(3000, 1 << 14, may_pass=True)
    state = passing.game.parse(BOARD + "act:C:BVL")
    ends = passing.ends(state.data, width=99, most=96)
    assert {end.board for end in ends} == {state.play(move).data for move in state.moves()}
    assert any(passing.game.move_text(end.line[-1]) == "end" for end in ends)


def test_noise_moves_values_by_no_more_than_it_says() -> None:
    noisy = search(3000, 1 << 14)
    state = noisy.game.parse(BOARD + "act:CL:VV").data
    ends = noisy.ends(state, width=99, most=96, noise=0.05, seed=7)
    off = [abs(end.value - noisy.judge(end.board)[0]) for end in ends]
    assert max(off) <= 0.05
    assert max(off) > 0.02
    assert ends == noisy.ends(state, width=99, most=96, noise=0.05, seed=7)
    assert ends != noisy.ends(state, width=99, most=96, noise=0.05, seed=8)


@pytest.mark.parametrize("may_pass", [False, True])
def test_the_outlook_of_a_turn_is_an_average(may_pass: bool) -> None:
    looking = search(3000, 1 << 14, may_pass=may_pass)
    position = "GGGG/-/-/-/-/-/-/-/-/-/-/-/SsF/Kk KKSSFFF 6,6 KS K roll"
    outlook = looking.look(looking.game.parse(position).data, width=1)
    assert sum(outlook.shares) == pytest.approx(1)
    assert outlook.kept[0] == pytest.approx(sum(outlook.kept[1:7]) / 6)
    assert outlook.shares[0] >= outlook.kept[0], "who may keep dice is better off than who must roll all again"
