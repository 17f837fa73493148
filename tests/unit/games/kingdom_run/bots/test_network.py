"""The network that corrects the plain sum: the same interpreted, compiled and as it is fitted."""

import random

import numpy as np
import pytest

from ewala.core.engine import Rng
from ewala.games.kingdom_run.bots.features import FEATURES
from ewala.games.kingdom_run.bots.network import FIRST_LAYER, SECOND_LAYER
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.bots.values import Layers, blank_layers, learned_values, plain_values
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import OVER, ROLL, State
from ewala.games.kingdom_run.training.lessons import lessons
from ewala.games.kingdom_run.training.self_play import Story, Turn

SAME = 1e-5  # of a chance: weights and sums are short numbers


def game_of(players: str, backend: str = "auto") -> KingdomRun:
    game = KingdomRun.from_options({"players": players}, backend=backend)
    assert isinstance(game, KingdomRun)
    return game


def any_layers(players: int) -> Layers:
    rng = np.random.default_rng(players)
    shapes: list[tuple[int, ...]] = [(players, FEATURES, FIRST_LAYER), (3, FIRST_LAYER), (FIRST_LAYER, SECOND_LAYER)]
    return Layers(*(rng.normal(0, 0.2, shape) for shape in [*shapes, (SECOND_LAYER,), (SECOND_LAYER,)]))


def positions(game: KingdomRun, many: int) -> list[bytes]:
    """Positions between two turns of a game at random."""
    rng, words = random.Random(3), Rng(5)
    found: list[bytes] = []
    data = game.engine.start()
    while len(found) < many:
        s = State.unpack(data)
        if s.phase == OVER:
            data = game.engine.start()
            continue
        if s.phase == ROLL:
            found.append(data)
        move = game.engine.sample(data, words) if game.engine.to_act(data) < 0 else rng.choice(game.engine.legal(data))
        data = game.engine.apply(data, move)
    return found


@pytest.mark.parametrize("players", ["KS", "GFK", "SGFK"])
def test_interpreted_compiled_and_fitted_it_says_the_same(players: str) -> None:
    from ewala.games.kingdom_run.training.fitting import chances

    layers, game = any_layers(len(players)), game_of(players)
    slow = game_of(players, "interpreted")
    compiled = TurnSearch(game, learned_values(game, layers))
    interpreted = TurnSearch(slow, learned_values(slow, layers))
    met = positions(game, 25)
    said = [compiled.judge(position) for position in met]
    assert np.allclose(said, [interpreted.judge(position) for position in met], atol=SAME)
    nothing = [0.0] * len(players)
    table = lessons(compiled, [Story([Turn(position, nothing, nothing, b"") for position in met], nothing)])
    assert np.allclose(said, chances(layers, table), atol=1e-3), "features are kept in half precision"
    plain = TurnSearch(game)
    assert not np.allclose(said, [plain.judge(position) for position in met], atol=0.05)


def test_a_blank_network_corrects_nothing() -> None:
    game = game_of("KS")
    plain = TurnSearch(game, plain_values(game))
    blank = TurnSearch(game, learned_values(game, blank_layers(2)))
    assert all(plain.judge(position) == blank.judge(position) for position in positions(game, 40))


def test_kept_shares_change_nothing() -> None:
    """Judged after many others, and by a search that has just been made, a position is worth the same."""
    game, layers = game_of("KSF"), any_layers(3)
    used = TurnSearch(game, learned_values(game, layers))
    met = positions(game, 30)
    for position in met:
        used.look(position, width=2)
    for position in met[::6]:
        fresh = TurnSearch(game, learned_values(game, layers))
        assert used.judge(position) == fresh.judge(position)
