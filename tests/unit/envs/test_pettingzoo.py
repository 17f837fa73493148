"""PettingZoo's own tests on both games, and what an agent sees and gets."""

import importlib
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pettingzoo
import pytest

import ewala
import ewala.envs.registered
from ewala.envs import chronicles_v0, kingdom_run_v0
from ewala.envs.aec import GameAEC

with warnings.catch_warnings():  # their tests import a game of theirs in a way that they warn of
    warnings.simplefilter("ignore")
    theirs: Any = importlib.import_module("pettingzoo.test")

# Each side has three runes left for the last zone, which decides.
LAST_TURN = "block 853927416 .|./O2|C2/O7|C5/C9|O3/O4|C7/C10|O10/C3|O9/C1|O11/C11|O1 O5,6,8:C4,6,8 9O bid:O"
GAMES: tuple[tuple[Any, dict[str, str]], ...] = (
    (kingdom_run_v0, {"players": "KSF"}),
    (kingdom_run_v0, {"players": "GK"}),
    (chronicles_v0, {}),
)


@pytest.fixture
def _told_of_dictionaries() -> Iterator[None]:
    """PettingZoo warns of observations that are dictionaries, unless the game is one of its own."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array", UserWarning)
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be", UserWarning)
        yield


@pytest.mark.usefixtures("_told_of_dictionaries")
@pytest.mark.parametrize("raw", [False, True])
@pytest.mark.parametrize(("module", "options"), GAMES)
def test_the_api_test_passes(module: Any, options: dict[str, str], raw: bool) -> None:
    theirs.api_test((module.raw_env if raw else module.env)(**options), num_cycles=150)


@pytest.mark.parametrize(("module", "options"), GAMES)
def test_the_seed_test_passes(module: Any, options: dict[str, str]) -> None:
    theirs.seed_test(lambda: module.env(**options), num_cycles=60)


@pytest.mark.parametrize(("module", "options"), GAMES)
def test_the_render_test_passes(module: Any, options: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    def make(render_mode: str) -> Any:
        return module.env(render_mode=render_mode, **options)

    theirs.render_test(make, {"svg": lambda shown: shown.startswith("<svg") and shown.endswith("</svg>\n")})
    assert module.raw_env(**options).game.seats[0] in capsys.readouterr().out


def test_the_performance_benchmark_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With a clock that goes faster: it plays for five seconds."""
    ticks = iter(range(10_000))
    monkeypatch.setattr("time.time", lambda: float(next(ticks)))
    theirs.performance_benchmark(kingdom_run_v0.raw_env())
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("id_", ewala.envs.registered.AGENTS)
def test_pettingzoo_makes_it_by_name(id_: str) -> None:
    env = pettingzoo.make("aec", id_, render_mode="ansi")
    env.reset(seed=1)
    assert str(env.unwrapped) == id_.removeprefix("ewala/")
    assert env.unwrapped.position.text in env.render()


def bid(env: GameAEC, move: str) -> None:
    env.step(env.actions.number(move))


def test_agents_see_what_their_seats_may_know_whoever_acts() -> None:
    seen = []
    for rune in (5, 8):
        env = chronicles_v0.raw_env(position=LAST_TURN)
        env.reset(seed=1)
        bid(env, f"{rune}>1a")
        assert env.agent_selection == "player_1"
        for agent, seat in (("player_0", "O"), ("player_1", "C")):
            assert env.observe(agent)["observation"].tolist() == env.position.view(seat).observation()
        seen.append([env.observe(agent)["observation"].tolist() for agent in env.agents])
    assert seen[0][0] != seen[1][0]
    assert seen[0][1] == seen[1][1]


def test_only_whoever_has_to_act_has_legal_actions() -> None:
    env = chronicles_v0.raw_env(position=LAST_TURN)
    env.reset(seed=1)
    masks = [env.observe(agent)["action_mask"] for agent in env.agents]
    assert [env.actions.text(action) for action in np.flatnonzero(masks[0]).tolist()] == env.position.moves()
    assert not masks[1].any()


def test_at_the_end_the_winner_gets_what_the_others_lose() -> None:
    env = chronicles_v0.raw_env(position=LAST_TURN)
    env.reset(seed=1)
    bid(env, "8>1a")
    bid(env, "6>1d")
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    env = kingdom_run_v0.raw_env()
    env.reset(seed=2)
    while not any(env.terminations.values()):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1]))
    assert sorted(env.rewards.values()) == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1])
    assert {agent for agent, won in env.rewards.items() if won > 0} == {
        agent for agent in env.agents if env.infos[agent]["seat"] in env.position.winners()
    }


def test_the_raw_game_refuses_an_illegal_action_and_the_wrapped_one_ends() -> None:
    raw = chronicles_v0.raw_env(position=LAST_TURN)
    raw.reset(seed=1)
    with pytest.raises(ewala.IllegalMove) as caught:
        bid(raw, "7>1a")
    assert str(caught.value) == "7>1a: this rune has been used: choose one of those in your hand (CR-3.3)"
    assert raw.position.text == LAST_TURN
    with pytest.raises(ewala.EwalaError, match="player_0 has to act"):
        raw.step(None)
    with pytest.raises(ewala.EwalaError, match="an action is a whole number"):
        raw.step(2.5)
    env = chronicles_v0.env(position=LAST_TURN)
    env.reset(seed=1)
    env.step(raw.actions.number("7>1a"))
    assert env.rewards == {"player_0": -1, "player_1": 0}
    assert all(env.terminations.values())


def test_nothing_is_stepped_before_it_has_begun_or_after_it_has_ended() -> None:
    raw: GameAEC = chronicles_v0.raw_env(position=LAST_TURN)
    for asked in (lambda: raw.step(0), lambda: raw.observe("player_0")):
        with pytest.raises(ewala.EwalaError, match="reset begins a game"):
            asked()
    raw.reset(seed=1)
    bid(raw, "8>1a")
    bid(raw, "6>1d")
    for _ in range(2):
        raw.step(None)
    assert raw.agents == []
    with pytest.raises(ewala.EwalaError, match="reset begins a game"):
        raw.step(None)


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    env = kingdom_run_v0.raw_env(longest=7)
    env.reset(seed=1)
    for _ in range(7):
        assert not any(env.truncations.values())
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values())
    assert set(env.rewards.values()) == {0}


def test_a_seed_settles_the_dice_and_without_one_they_go_on() -> None:
    env = kingdom_run_v0.raw_env()
    texts = []
    for seed in (3, None, None, 3, 4):
        env.reset(seed=seed)
        texts.append(env.position.text)
    assert texts[0] == texts[3]
    assert len(set(texts)) == 4
