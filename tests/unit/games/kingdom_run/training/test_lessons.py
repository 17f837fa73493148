"""What is learned from: games of every kind, and what is expected of their positions."""

import random

import numpy as np
import pytest

from ewala.core.engine import Rng
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import State
from ewala.games.kingdom_run.training.lessons import TRACE, lessons, targets
from ewala.games.kingdom_run.training.self_play import (
    LOOK_WIDTH,
    Story,
    Turn,
    any_game,
    any_racetrack,
    play_deal,
    play_game,
    play_turn,
)

pytestmark = pytest.mark.long  # learns from whole runs


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


def turn(expected: float, thrown: float) -> Turn:
    return Turn(b"", [expected, 1 - expected], [thrown, 1 - thrown], b"")


def test_a_target_is_what_was_expected_and_what_later_turns_were_better_than_their_dice() -> None:
    story = Story([turn(0.6, 0.5), turn(0.2, 0.1)], [0.0, 1.0])
    trust = TRACE[2] ** 0.5  # of a single turn of two
    last = 0.2 + trust * (0.0 - 0.1)
    first = 0.6 + trust * (last - 0.5)
    assert np.allclose(targets(story), [[first, 1 - first], [last, 1 - last]])


def test_luck_alone_changes_no_target() -> None:
    """Turns that fall out as was to be expected once their dice lay there leave what was expected before."""
    story = Story([turn(0.5, 0.7), turn(0.7, 0.4), turn(0.4, 1.0)], [1.0, 0.0])
    assert np.allclose(targets(story), [[0.5, 0.5], [0.7, 0.3], [0.4, 0.6]])


@pytest.fixture(scope="module")
def search() -> TurnSearch:
    return TurnSearch(KingdomRun.from_options({"players": "KS"}))


def test_a_game_of_its_own_is_determined_by_the_seed(search: TurnSearch) -> None:
    story, again, other = (play_game(search, random.Random(seed)) for seed in (7, 7, 8))
    assert story == again
    assert story != other
    assert sum(story.outcome) == pytest.approx(1)
    table = lessons(search, [story, other])
    assert len(table["progress"]) == len(story.turns) + len(other.turns)
    assert np.allclose(table["outcome"][0], story.outcome)
    assert np.allclose(table["target"].sum(1), 1)


def test_a_turn_ends_where_the_replies_leave_most(search: TurnSearch) -> None:
    start = search.game.engine.start()
    mover = State.unpack(start).seat
    for seed in range(6):
        ends = [play_turn(search, start, Rng(seed), replies=replies).end for replies in (1, 8)]
        near, far = (search.look(end, width=LOOK_WIDTH).shares[mover] for end in ends)
        assert far >= near
        if far > near:
            return
    raise AssertionError("no reply has changed a mind")


def test_what_dice_are_worth_is_on_average_what_was_expected(search: TurnSearch) -> None:
    """Over many throws from one position: what is left out of a target has a mean of nothing."""
    start, words = search.game.engine.start(), Rng(5)
    turns = [play_turn(search, start, words) for _ in range(150)]
    luck = [turn.thrown[0] - turn.outlook[0] for turn in turns]
    assert abs(np.mean(luck)) < 3 * np.std(luck) / len(luck) ** 0.5


def test_whoever_plays_itself_wins_its_share(search: TurnSearch) -> None:
    """The same dice from every seat: what one seat wins, and its luck, the other loses."""
    assert play_deal(search, search, random.Random(5)) == pytest.approx(0.5)
