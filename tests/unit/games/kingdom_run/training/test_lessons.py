"""What is learned from: games of every kind, and what is expected of their positions."""

import random

import numpy as np
import pytest

from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.training.contests import play_deal
from ewala.games.kingdom_run.training.lessons import TRACE, lessons, targets
from ewala.games.kingdom_run.training.self_play import Story, play_game
from ewala.games.kingdom_run.training.setups import any_game, any_racetrack


def test_games_differ_in_players_edition_circuit_and_beginner() -> None:
    rng = random.Random(1)
    games = [any_game(rng, players) for players in (2, 3, 4) for _ in range(100)]
    assert {game.values["edition"] for game in games} >= {"en", "fr", "nl"}
    assert {game.rules.first for game in games} == {0, 1, 2, 3}
    assert len({game.values["circuit"] for game in games}) > 20
    assert [len(game.seats) for game in games[::100]] == [2, 3, 4]


def test_every_racetrack_may_be_run_on() -> None:
    rng = random.Random(2)
    for _ in range(300):
        assert KingdomRun.from_options({"circuit": any_racetrack(rng)}).rules.lakes.bit_count() == 3


def test_a_target_is_a_mixture_of_later_outlooks_and_the_outcome() -> None:
    story = Story([b"", b""], [[0.6, 0.4], [0.2, 0.8]], [0.0, 1.0])
    trust = TRACE**0.5  # of a single turn of two
    last = (1 - trust) * 0.2
    first = (1 - trust) * 0.6 + trust * last
    assert np.allclose(targets(story), [[first, 1 - first], [last, 1 - last]])


@pytest.fixture(scope="module")
def search() -> TurnSearch:
    return TurnSearch(KingdomRun.from_options({"players": "KS"}))


def test_a_game_of_its_own_is_determined_by_the_seed(search: TurnSearch) -> None:
    story, again, other = (play_game(search, random.Random(seed)) for seed in (7, 7, 8))
    assert story == again
    assert story != other
    assert sum(story.outcome) == pytest.approx(1)
    table = lessons(search, [story, other])
    assert len(table["progress"]) == len(story.positions) + len(other.positions)
    assert np.allclose(table["outcome"][0], story.outcome)
    assert np.allclose(table["target"].sum(1), 1)


def test_whoever_plays_itself_wins_its_share(search: TurnSearch) -> None:
    """The same dice from every seat: what one seat wins the other loses."""
    assert play_deal(search, search, random.Random(5)) == pytest.approx(0.5)
