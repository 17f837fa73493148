"""Environments come back to a moment: saved and restored, copied, sent to another process."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest

import ewala
from ewala.envs import against, chronicles_v0, kingdom_run_v0
from ewala.envs.openspiel import register
from ewala.envs.vector import VectorEnv


class First:
    """Somebody's own bot."""

    def choose(self, view: ewala.View, *, budget: ewala.Budget, rng: Any) -> str:
        return rng.choice(view.moves()[:2])  # type: ignore[no-any-return]


SINGLE: dict[str, Callable[[], Any]] = {
    "random": lambda: against("kingdom-run", players="KS"),
    "greedy": lambda: against("chronicles-of-run", "greedy", "rotating"),
    "three, a bot each": lambda: against("kingdom-run", ["greedy", "random"], "S", players="KSF"),
    "one's own": lambda: against("chronicles-of-run", First()),
}


def stepped(env: Any, steps: int) -> list[Any]:
    """What is seen while the first, second, third … legal action is made in turn."""
    seen = []
    for number in range(steps):
        mask = env.unwrapped._batch.masks[0]
        legal = np.flatnonzero(mask)
        observation, reward, over, cut, infos = env.step(int(legal[number % len(legal)]))
        seen.append((observation.tolist(), reward, over, cut, infos["action_mask"].tolist(), infos["seat"]))
        if over or cut:
            env.reset()
    return seen


@pytest.mark.parametrize("make", SINGLE.values(), ids=SINGLE)
def test_a_learner_comes_back_to_where_it_was(make: Callable[[], Any]) -> None:
    env = make()
    env.reset(seed=5)
    stepped(env, 3)
    saved, position = env.get_state(), env.position
    after = stepped(env, 30)
    _, infos = env.set_state(saved)
    assert env.position == position
    assert infos["action_mask"].any()
    assert stepped(env, 30) == after
    again = make()
    again.set_state(pickle.loads(pickle.dumps(saved)))  # in another environment, from a file
    assert stepped(again, 30) == after


@pytest.mark.parametrize("make", [SINGLE[name] for name in ("random", "greedy", "three, a bot each")])
def test_a_copy_goes_its_own_way(make: Callable[[], Any]) -> None:
    env = make()
    env.reset(seed=5)
    stepped(env, 3)
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    after = stepped(env, 20)
    assert all(stepped(other, 20) == after for other in copies)


@pytest.mark.parametrize("options", [{}, {"seat": "rotating", "bots": "greedy"}, {"seat": 0}])
def test_many_games_come_back(options: dict[str, Any]) -> None:
    envs = VectorEnv("chronicles-of-run", 3, **options)
    envs.reset(seed=2)

    def play(envs: VectorEnv, steps: int) -> list[Any]:
        return [[part.tolist() for part in envs.step(envs.random_actions())[:4]] for _ in range(steps)]

    play(envs, 4)
    saved, copied = envs.get_state(), copy.deepcopy(envs)
    held = envs.step(envs.random_actions())[0]
    before = held.copy()
    envs.set_state(saved)
    after = play(envs, 40)
    envs.set_state(saved)
    assert play(envs, 40) == after == play(copied, 40)
    assert (held == before).all()  # what was given out stays as it was


@pytest.mark.parametrize("agents", [kingdom_run_v0, chronicles_v0], ids=["kingdom-run", "chronicles"])
@pytest.mark.parametrize("wrapped", [False, True])
def test_agents_come_back_and_a_copy_keeps_its_game(agents: Any, wrapped: bool) -> None:
    env = agents.env() if wrapped else agents.raw_env()
    env.reset(seed=3)

    def play(env: Any, steps: int) -> list[Any]:
        seen = []
        for number in range(steps):
            if not env.agents:
                break
            observation, reward, over, cut, _ = env.last()
            legal = np.flatnonzero(observation["action_mask"])
            seen.append((env.agent_selection, observation["observation"].tolist(), reward, over))
            env.step(None if over or cut else int(legal[number % len(legal)]))
        return seen

    play(env, 7)
    copied, position = copy.deepcopy(env), env.unwrapped.position
    saved = env.unwrapped.get_state()
    assert copied.unwrapped.position == position
    after = play(env, 1000)
    assert play(copied, 1000) == after
    if not wrapped:
        env.set_state(saved)
        assert env.position == position
        assert play(env, 1000) == after


def test_an_openspiel_state_comes_back() -> None:
    register()
    state = pyspiel.load_game("python_chronicles_of_run").new_initial_state()
    for _ in range(12):
        state.apply_action(state.legal_actions()[0])
    _, written = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), written):
        assert other.position == state.position
        assert other.history() == state.history()
        other.apply_action(other.legal_actions()[-1])
        assert other.position != state.position


def test_another_kind_of_environment_refuses_it() -> None:
    saved = against("kingdom-run", players="KS").get_state()
    for other in (
        against("kingdom-run", players="KSF"),
        against("kingdom-run", "greedy", players="KS"),
        VectorEnv("kingdom-run", 1, seat=0, players="KS"),
        kingdom_run_v0.raw_env(players="KS"),
    ):
        with pytest.raises(ewala.BadSetup, match="other rules, games or seats"):
            other.set_state(saved)
    with pytest.raises(ewala.BadSetup, match="what get_state gave"):
        against("kingdom-run", players="KS").set_state({})  # type: ignore[arg-type]


@pytest.mark.parametrize("index", [7, -1, "1", 1.0, None])
def test_a_game_that_there_is_not_has_no_position(index: Any) -> None:
    with pytest.raises(ewala.BadSetup, match="numbered from 0 to 3") as refused:
        VectorEnv("chronicles-of-run", 4).position(index)
    assert refused.value.code == "envs/index"
