"""OpenSpiel's own simulation test on both games, and its searches and solvers at work on them."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from open_spiel.python.tests import games_sim_test

from ewala.envs.openspiel import register

pytestmark = pytest.mark.long  # OpenSpiel's searches and solvers play our games

# Each side has three runes left for the last zone, which decides.
LAST_TURN = "block 853927416 .|./O2|C2/O7|C5/C9|O3/O4|C7/C10|O10/C3|O9/C1|O11/C11|O1 O5,6,8:C4,6,8 9O bid:O"
# One podium place is left, for either of the two runners on the last space; the fourth die is about to be rolled.
LAST_PLACE = {
    "circuit": "oooo|~o~o~o 1:4,2:2 15,14,13,12,11,10,9,8,7,6,5,4,3,2,1",
    "position": "-/-/-/-/-/-/-/-/-/KS FFFFGGGGKSKSKS 4,8 KS K again:DDC:1",
}
KINGDOM_RUN, IMPERFECT, CHRONICLES = (
    "python_kingdom_run(players=KS)",
    "python_kingdom_run_imperfect(players=KS)",
    "python_chronicles_of_run",
)


@pytest.fixture(scope="module", autouse=True)
def _registered() -> None:
    register()


def tiny_kingdom_run() -> Any:
    return pyspiel.load_game("python_kingdom_run", LAST_PLACE)


def tiny_chronicles() -> Any:
    return pyspiel.load_game("python_chronicles_of_run", {"position": LAST_TURN})


def late(spec: str) -> Any:
    """A state of a random game with a choice to make, some moves before its end."""
    choose, game = random.Random(3), pyspiel.load_game(spec)
    state, moves = game.new_initial_state(), []
    while not state.is_terminal():
        moves.append(choose.choice(state.legal_actions()))
        state.apply_action(moves[-1])
    state = game.new_initial_state()
    for move in moves[: len(moves) * 3 // 4]:
        state.apply_action(move)
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        state.apply_action(choose.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("spec", [KINGDOM_RUN, IMPERFECT, CHRONICLES])
def test_openspiel_s_simulation_test_passes(spec: str) -> None:
    np.random.seed(5)  # what their test draws from
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(spec))


@pytest.mark.parametrize("spec", [KINGDOM_RUN, CHRONICLES])
def test_mcts_chooses_a_legal_move(spec: str) -> None:
    state, draws = late(spec), np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, draws)
    bot = mcts.MCTSBot(state.get_game(), 2.0, 20, rollouts, random_state=draws)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("spec", [IMPERFECT, CHRONICLES])
def test_ismcts_chooses_a_legal_move(spec: str) -> None:
    state, draws = late(spec), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, draws), 2.0, 20, random_state=draws)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, draws.random_sample))
    assert bot.step(state) in state.legal_actions()


def exploitabilities(game: Any, *iterations: int) -> list[float]:
    """Of the average policy of plain CFR after so many iterations."""
    solver, found, done = cfr.CFRSolver(game), [], 0
    for upto in iterations:
        for _ in range(upto - done):
            solver.evaluate_and_update_policy()
        done = upto
        found.append(float(exploitability.exploitability(game, solver.average_policy())))
    return found


def test_regret_minimisation_comes_ever_closer_to_perfect_play_in_the_chronicles() -> None:
    first, later, last = exploitabilities(tiny_chronicles(), 1, 10, 100)
    assert first > 5 * later > 25 * last
    assert 0 <= last < 0.01


def test_regret_minimisation_comes_ever_closer_to_perfect_play_in_kingdom_run() -> None:
    first, later, last = exploitabilities(tiny_kingdom_run(), 1, 5, 30)
    assert first > 3 * later > 9 * last
    assert 0 <= last < 0.02


def test_regret_minimisation_finds_that_only_a_stolen_token_wins() -> None:
    """The knights win if the die shows two victory points, one time in six; and then they steal before they run."""
    game = tiny_kingdom_run()
    solver = cfr.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert value[0] == pytest.approx(-2 / 3, abs=0.01)


@pytest.mark.parametrize(
    ("solver", "iterations"),
    [(external_sampling_mccfr.ExternalSamplingSolver, 100), (outcome_sampling_mccfr.OutcomeSamplingSolver, 300)],
)
@pytest.mark.parametrize("tiny", [tiny_kingdom_run, tiny_chronicles])
def test_sampled_regret_minimisation_beats_random_play(tiny: Any, solver: Any, iterations: int) -> None:
    np.random.seed(7)  # what their solvers draw from
    game = tiny()
    at_random = exploitability.exploitability(game, solver(game).average_policy())
    learning = solver(game)
    for _ in range(iterations):
        learning.iteration()
    assert exploitability.exploitability(game, learning.average_policy()) < at_random / 3
