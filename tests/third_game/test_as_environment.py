"""The third game for learners: PettingZoo, Gymnasium (one game and many), OpenSpiel."""

import importlib
import random
import warnings
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env

import ewala
import ewala.envs
from ewala.envs import against, openspiel, registered
from ewala.envs.vector import VectorEnv


@pytest.fixture(autouse=True)
def _known(third_game: str) -> None:
    registered.make_known()
    openspiel.register()


@pytest.mark.parametrize("options", [{}, {"players": "AB", "length": "20"}])
def test_pettingzoo_s_tests_pass(options: dict[str, str]) -> None:
    module: Any = ewala.envs.race_of_pebbles_v0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs: Any = importlib.import_module("pettingzoo.test")
        theirs.api_test(module.env(**options), num_cycles=100)
        theirs.seed_test(lambda: module.env(**options), num_cycles=30)


def test_gymnasium_s_check_passes() -> None:
    check_env(gymnasium.make("ewala/Pebbles-v0", illegal="lose", bots="greedy", render_mode="ansi").unwrapped)


def test_a_learner_plays_whole_games_and_sees_what_its_seat_may_know(third_game: str) -> None:
    env = against(third_game, ["random", "greedy"], seat="B", players="ABC", render_mode="svg")
    draws, over = random.Random(1), False
    observation, infos = env.reset(seed=2)
    while not over:
        assert observation.tolist() == env.position.view("B").observation()
        action = draws.choice(np.flatnonzero(infos["action_mask"]).tolist())
        observation, reward, over, _, infos = env.step(action)
    assert reward == infos["returns"][1]
    assert str(env.render()).startswith("<svg")


def test_many_games_at_once_go_as_one_does(third_game: str) -> None:
    env = VectorEnv(third_game, 3, threads=1)
    observations, infos = env.reset(seed=4)
    ended = 0
    for _ in range(60):
        for index in range(env.num_envs):
            state = env.position(index)
            if state.to_act is None:
                continue  # it begins anew with the next step
            assert state.to_act == state.game.seats[infos["seat"][index]]
            assert observations[index].tolist() == state.view(str(state.to_act)).observation()
            legal = [env.actions.number(move) for move in state.moves()]
            assert np.flatnonzero(infos["action_mask"][index]).tolist() == legal
        observations, _, terminations, _, infos = env.step(env.random_actions())
        ended += int(terminations.sum())
    assert ended > 3


def test_openspiel_plays_it_move_by_move_as_we_do(third_game: str) -> None:
    game = pyspiel.load_game("python_race_of_pebbles", {"length": "8", "players": "AB"})
    choose, state = random.Random(3), game.new_initial_state()
    ours = ewala.load(third_game, length="8", players="AB").start()
    while not state.is_terminal():
        assert [state.action_to_string(action) for action in state.legal_actions()] == ours.moves()
        action = choose.choice(state.legal_actions())
        ours = ours.play(state.action_to_string(action))
        state.apply_action(action)
        assert str(state) == ours.text
    assert [value > 0 for value in state.returns()] == [seat in ours.winners() for seat in ours.game.seats]
    pyspiel.random_sim_test(game, 3, False, False)


def test_openspiel_tells_nobody_else_in_which_hand_the_nut_is() -> None:
    game = pyspiel.load_game("python_race_of_pebbles")
    left, right = game.new_initial_state(), game.new_initial_state()
    hide_left, hide_right = left.legal_actions()
    left.apply_action(hide_left)
    right.apply_action(hide_right)
    assert left.information_state_string(1) == right.information_state_string(1) == "?hide"
    assert left.information_state_string(0) != right.information_state_string(0)
    assert left.observation_string(1) == right.observation_string(1)
    resampled = {str(left.resample_from_infostate(1, random.Random(n).random)) for n in range(20)}
    assert resampled == {str(left), str(right)}
