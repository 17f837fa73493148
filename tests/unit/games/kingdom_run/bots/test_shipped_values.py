"""The values that opponents and coach judge by: learned ones; plain ones to measure by; points for the gentlest."""

import random
from math import exp

import numpy as np
import pytest

from ewala.games.kingdom_run.bots.levels import LEVELS
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.bots.search_pool import borrowed_search
from ewala.games.kingdom_run.bots.shipped_weights import NETWORKS
from ewala.games.kingdom_run.bots.values import shipped_values
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.training.self_play import play_game

SAME = 1e-5  # of a chance: weights and sums are short numbers
LARGEST = 2_000_000  # bytes of a game's weights


def game_of(players: str, backend: str = "auto") -> KingdomRun:
    return KingdomRun.from_options({"players": players}, backend=backend)


def search_of(game: KingdomRun, kind: str) -> TurnSearch:
    return TurnSearch(game, shipped_values(game, kind))  # type: ignore[arg-type]


def test_they_are_small() -> None:
    assert NETWORKS.stat().st_size < LARGEST


@pytest.mark.parametrize("players", ["KS", "GFK", "SGFK"])
def test_learned_values_say_the_same_interpreted_and_compiled_and_other_things_than_plain_ones(players: str) -> None:
    game, slow = game_of(players), game_of(players, "interpreted")
    learned, interpreted, plain = search_of(game, "learned"), search_of(slow, "learned"), search_of(game, "plain")
    met = [turn.start for turn in play_game(plain, random.Random(1)).turns[::4]]
    said = [learned.judge(position) for position in met]
    assert np.allclose(said, [interpreted.judge(position) for position in met], atol=SAME)
    assert not np.allclose(said, [plain.judge(position) for position in met], atol=0.02)


def test_what_happens_surprises_learned_values_less_than_plain_ones() -> None:
    better = 0.0
    for players in ("KS", "GFK", "SGFK"):
        game, rng = game_of(players), random.Random(3)
        learned, plain = search_of(game, "learned"), search_of(game, "plain")
        for _ in range(5):
            story = play_game(learned, rng)
            for position in (turn.start for turn in story.turns):
                won = np.array(story.outcome)
                better += float((np.log(learned.judge(position)) - np.log(plain.judge(position))) @ won)
    assert better > 0


def test_points_see_what_counts_at_once_and_nothing_else() -> None:
    """KR-8.3: zones, podium and two points a token; a strength of 1 for ten points."""
    game = game_of("KS")
    state = game.parse("KSFG/KSFG/KSFG/FG/-/-/-/-/-/-/-/-/S/K - 4,8 KS K roll")
    scores = state.scores()
    lead = (scores["K"] - scores["S"]) / 10
    assert lead != 0
    assert search_of(game, "points").judge(state.data)[0] == pytest.approx(1 / (1 + exp(-lead)))


def test_each_bot_has_the_values_that_it_was_made_with() -> None:
    game = game_of("KS")
    board = game.parse("KSFG/KSFG/KSFG/FG/-/-/-/-/-/-/-/-/S/K - 4,8 KS K roll").data
    with borrowed_search(game) as learned, borrowed_search(game, "points") as points:
        assert learned.judge(board) != points.judge(board)
    four = game_of("KSFG")
    assert [bot._values_for(four) for bot in (LEVELS["sorceress"], LEVELS["champion"])] == ["learned", "plain"]
    assert LEVELS["champion"]._values_for(game_of("KSF")) == "learned"
    assert [bot.values for bot in LEVELS.values()] == ["points", "learned", "learned", "learned", "learned"]
