"""OpenSpiel's own algorithms on our games: they run, and where the answer is known they find it."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, mcts

import ewala
from ewala.envs.openspiel import register
from ewala.envs.openspiel.opponents import opponent
from ewala.envs.openspiel.rollouts import CompiledRollouts
from ewala.games.chronicles.bots.bot import ChroniclesBot
from ewala.kit.bot import Budget

pytestmark = pytest.mark.long  # OpenSpiel's searches and solvers play our games

# Each side has three runes left for the last zone, which decides.
LAST_TURN = "block 853927416 .|./O2|C2/O7|C5/C9|O3/O4|C7/C10|O10/C3|O9/C1|O11/C11|O1 O5,6,8:C4,6,8 9O bid:O"
SPECS = ("python_kingdom_run(players=KS)", "python_kingdom_run(players=SFG)", "python_chronicles_of_run")


@pytest.fixture(scope="module", autouse=True)
def _registered() -> None:
    register()


def after_moves(spec: str, moves: int, seed: int = 1) -> Any:
    """A state with a choice to make, after some random moves."""
    choose, state = random.Random(seed), pyspiel.load_game(spec).new_initial_state()
    while state.is_chance_node() or moves > 0 or len(state.legal_actions()) < 2:
        state.apply_action(choose.choice(state.legal_actions()))
        moves -= 1
    return state


@pytest.mark.parametrize("compiled_rollouts", [False, True])
@pytest.mark.parametrize("spec", SPECS)
def test_their_search_chooses_the_same_legal_move_for_the_same_seed(spec: str, compiled_rollouts: bool) -> None:
    state = after_moves(spec, 20)
    before = str(state), state.history()
    chosen = {
        opponent(state.get_game(), simulations=30, exploration=2.0, compiled_rollouts=compiled_rollouts, seed=4)(state)
        for _ in range(2)
    }
    assert len(chosen) == 1
    assert chosen <= set(state.legal_actions())
    assert (str(state), state.history()) == before


def test_their_search_finds_a_bid_that_cannot_lose() -> None:
    """Chaos answers a bid that lies open to it: of the six answers, it finds one that wins."""
    game = pyspiel.load_game("python_chronicles_of_run", {"position": LAST_TURN.replace("9O bid", "9O*O bid")})
    state = game.new_initial_state()
    state.apply_action(state.string_to_action("5>1a"))
    assert "[O5]" in state.observation_string(1)
    for compiled_rollouts in (False, True):
        search = opponent(game, simulations=100, exploration=2.0, compiled_rollouts=compiled_rollouts, seed=1)
        assert state.child(search(state)).returns() == [-1, 1]


def test_compiled_rollouts_draw_what_openspiel_s_do() -> None:
    """From the same state, the same mean outcome: half a point of difference is six deviations of either mean."""
    state = pyspiel.load_game("python_chronicles_of_run").new_initial_state()
    choose = random.Random(8)
    while len(state.history()) < 22:
        state.apply_action(choose.choice(state.legal_actions()))
    theirs = mcts.RandomRolloutEvaluator(200, np.random.RandomState(1)).evaluate(state)
    ours = CompiledRollouts(200, 1).evaluate(state)
    assert ours == pytest.approx(theirs, abs=0.5)
    assert sum(ours) == pytest.approx(0)


def test_rollouts_leave_the_state_as_it_is() -> None:
    state = after_moves(SPECS[0], 30)
    before = str(state), state.legal_actions()
    CompiledRollouts(3, 1).evaluate(state)
    assert (str(state), state.legal_actions()) == before


def test_regret_minimisation_solves_the_last_turn_as_our_search_does() -> None:
    game = pyspiel.load_game("python_chronicles_of_run", {"position": LAST_TURN})
    solver = cfr.CFRPlusSolver(game)
    for _ in range(150):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(game, policy) < 0.01
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
    view = ewala.load("chronicles-of-run", backend="interpreted").parse(LAST_TURN).view("O")
    expected = ChroniclesBot().assess(view, budget=Budget(iterations=1)).expected["O"]
    assert (1 + value) / 2 == pytest.approx(expected, abs=0.01)
