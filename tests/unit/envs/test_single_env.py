"""A learner against bots of the roster: Gymnasium's own checks, and who plays what."""

import random
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import ewala
import ewala.envs.registered
from ewala.envs import against
from ewala.envs.single import SingleEnv
from ewala.games.roster import roster
from ewala.kit.bot import Budget

# Each side has three runes left for the last zone, which decides.
LAST_TURN = "block 853927416 .|./O2|C2/O7|C5/C9|O3/O4|C7/C10|O10/C3|O9/C1|O11/C11|O1 O5,6,8:C4,6,8 9O bid:O"


@pytest.mark.parametrize("id_", list(ewala.envs.registered.IDS))
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_gymnasium_s_check_passes(id_: str, bots: str) -> None:
    """It draws actions without the mask, so illegal ones must not be refused."""
    check_env(gymnasium.make(id_, illegal="lose", bots=bots, render_mode="ansi").unwrapped)


def choose_at_random(env: SingleEnv, infos: dict[str, Any], draws: random.Random) -> int:
    return draws.choice(np.flatnonzero(infos["action_mask"]).tolist())


@pytest.mark.parametrize(
    ("game", "bots", "options"),
    [("kingdom-run", ["greedy", "random"], {"players": "KSF"}), ("chronicles-of-run", "greedy", {})],
)
def test_a_learner_plays_a_whole_game_in_its_seat(game: str, bots: Any, options: dict[str, str]) -> None:
    env = against(game, bots, seat=1, **options)
    observation, infos = env.reset(seed=2)
    draws, over = random.Random(1), False
    seat = env.game.seats[1]
    while not over:
        state = env.position
        assert infos["seat"] == 1
        assert state.to_act == seat
        assert observation.tolist() == state.view(seat).observation()
        observation, reward, over, _, infos = env.step(choose_at_random(env, infos, draws))
        assert reward == 0 or over
    assert reward == infos["returns"][1]
    assert (reward > 0) == (env.position.winners() == {seat})
    with pytest.raises(ewala.EwalaError, match="reset begins a game"):
        env.step(0)


def test_bots_sit_in_the_order_of_play_from_the_learner_and_know_their_own_seat_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    class Watched:
        def __init__(self, name: str) -> None:
            self.name = name

        def choose(self, view: Any, *, budget: Budget, rng: random.Random) -> str:
            assert view.viewer == view.to_act
            assert budget == Budget(iterations=3)
            asked.append((self.name, view.viewer))
            return str(view.moves()[0])

    class Entry:
        def __init__(self, name: str) -> None:
            self.bot = Watched(name)

    for name in ("first", "second", "third"):
        monkeypatch.setitem(roster("kingdom-run"), name, Entry(name))
    env = against("kingdom-run", ["first", "second", "third"], "S", players="KSFG", thinking=Budget(iterations=3))
    _, infos = env.reset(seed=1)
    for _ in range(30):
        _, _, _, _, infos = env.step(int(np.flatnonzero(infos["action_mask"])[0]))
    assert set(asked) == {("first", "F"), ("second", "G"), ("third", "K")}


def test_the_same_seed_gives_the_same_game() -> None:
    games = []
    for _ in range(2):
        env = against("chronicles-of-run", "greedy", seat="rotating")
        _, infos = env.reset(seed=6)
        draws = random.Random(1)
        for _ in range(8):
            _, _, _, _, infos = env.step(choose_at_random(env, infos, draws))
        games.append(env.position.text)
    assert games[0] == games[1]


def test_an_illegal_action_is_refused_or_loses() -> None:
    env = against("chronicles-of-run", position=LAST_TURN)
    env.reset(seed=1)
    illegal = env.actions.number("7>1a")
    with pytest.raises(ewala.IllegalMove, match="this rune has been used"):
        env.step(illegal)
    assert env.position.text == LAST_TURN
    loses = against("chronicles-of-run", position=LAST_TURN, illegal="lose")
    loses.reset(seed=1)
    _, reward, over, cut, infos = loses.step(illegal)
    assert (reward, over, cut) == (-1, True, False)
    assert infos["illegal"] == "7>1a: this rune has been used: choose one of those in your hand (CR-3.3)"
    with pytest.raises(ewala.EwalaError, match="reset begins a game"):
        loses.step(illegal)
    with pytest.raises(ewala.EwalaError, match="illegal is refuse or lose"):
        against("chronicles-of-run", illegal="forgive")


@pytest.mark.parametrize("action", [3.7, float("nan"), "7", None, 2**70, -1, np.array([3])])
def test_what_is_no_whole_number_is_no_action(action: Any) -> None:
    env = against("chronicles-of-run", position=LAST_TURN)
    env.reset(seed=1)
    with pytest.raises(ewala.EwalaError, match="an action is a whole number from 0 to 249") as caught:
        env.step(action)
    assert caught.value.code == "envs/action"
    assert env.position.text == LAST_TURN


def test_without_gymnasium_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(ewala.EwalaError, match=r"pip install '\.\[envs\]'") as caught:
        against("kingdom-run")
    assert caught.value.code == "envs/missing"


@pytest.mark.parametrize(
    ("package", "module"),
    [
        ("gymnasium", "ewala.envs.vector"),
        ("gymnasium", "ewala.envs.single"),
        ("gymnasium", "ewala.envs.registered"),
        ("pettingzoo", "ewala.envs.agents"),
        ("pettingzoo", "ewala.envs.aec"),
    ],
)
def test_importing_what_needs_a_framework_says_how_to_install_it(package: str, module: str) -> None:
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        f"try:\n    import {module}\nexcept ImportError as error:\n    print(error.code, error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.startswith("envs/missing ")
    assert "pip install '.[envs]'" in done.stdout


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    env = against("kingdom-run", longest=3)
    _, infos = env.reset(seed=1)
    cut = []
    for _ in range(3):
        _, _, _, truncated, infos = env.step(choose_at_random(env, infos, random.Random(1)))
        cut.append(truncated)
    assert cut == [False, False, True]
    with pytest.raises(ewala.EwalaError, match="reset begins a game"):
        env.step(choose_at_random(env, infos, random.Random(1)))


def test_people_see_every_position_as_it_comes(capsys: pytest.CaptureFixture[str]) -> None:
    env = against("chronicles-of-run", position=LAST_TURN, render_mode="human")
    env.reset(seed=1)
    env.step(env.actions.number("8>1a"))
    shown = capsys.readouterr().out
    assert shown.count("block 853927416") == 2
    assert "> O power" in shown
