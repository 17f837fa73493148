"""Features, the network and its shipped weights."""

import importlib
import math
import random
from math import exp
from typing import Any

import numpy as np
import pytest
from graphics_card import needs_card

from ewala.core.compiled import twin
from ewala.core.engine import Rng
from ewala.core.graphics import GRAPHICS
from ewala.core.machines import COMPILED
from ewala.games.kingdom_run.bots import judge
from ewala.games.kingdom_run.bots.features import FEATURES, NAMES
from ewala.games.kingdom_run.bots.levels import LEVELS
from ewala.games.kingdom_run.bots.network import FIRST_LAYER, SECOND_LAYER
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.bots.search_pool import borrowed_search
from ewala.games.kingdom_run.bots.shipped_weights import NETWORKS
from ewala.games.kingdom_run.bots.values import (
    Layers,
    Values,
    blank_layers,
    learned_values,
    plain_values,
    shipped_values,
)
from ewala.games.kingdom_run.bots.weights import from_parabolas, rows
from ewala.games.kingdom_run.bots.workspace import Workspace
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import OVER, ROLL, State
from ewala.games.kingdom_run.training.lessons import lessons
from ewala.games.kingdom_run.training.self_play import Story, Turn, play_game

# (circuit of 14 spaces, lakes at 6, 9, 12) -> what the first seat has
CASES = [
    (
        "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K roll",
        {f"awake {step} from the line": 1 for step in (11, 12, 13, 14)}
        | {"purse": 6, "first": 1, "second": 1, "crowd": 12, "to catch": 3, "to lake": 2 + 3 + 4 + 5}
        | {"prospect awake": 1.3 + 0.9, "rolls after 0": 1, "first of the roller": 1},
    ),
    (
        "SFG/SFG/SFG/FG/-/-/-/Kk/k/-/-/-/-/S K 5,7 KS S roll",
        {"awake 7 from the line": 1, "asleep 7 from the line": 1, "asleep 6 from the line": 1}
        | {"bathing asleep": 1, "zones": 1.0, "podium": 1.3, "purse": 5, "last awake": 1, "1 home": 1}
        | {"to catch": 1, "to lake": 1, "prospect awake": 1.0, "prospect asleep": 1.1 + 0.9, "rolls after 1": 1},
    ),
    (
        "SFG/SFG/SFG/FG/-/k/-/K/-/-/-/S/-/K K 5,7 KS K roll",
        {"awake 7 from the line": 1, "awake 1 from the line": 1, "asleep 9 from the line": 1, "bathing asleep": 1}
        | {"zones": 1.1, "podium": 1.3, "purse": 5, "1 home": 1, "first": 1, "first of the roller": 1}
        | {"near of the roller": 1, "to catch": 1 + 4, "to lake": 1, "rolls after 0": 1}
        | {"prospect awake": 1.2 + 1.0, "prospect asleep": 0.9},
    ),
    (
        "SFG/SFG/SFG/FG/-/-/-/-/-/-/-/S/k/- KKK 0,12 KS S roll",
        {"asleep 2 from the line": 1, "zones": 0.6, "podium": 3.6, "all asleep": 1, "3 home": 1}
        | {"prospect asleep": 1.0, "rolls after 1": 1},
    ),
]


def game_of(players: str, backend: str = "auto") -> KingdomRun:
    return KingdomRun.from_options({"players": players}, backend)


def search(players: str, backend: str) -> TurnSearch:
    return TurnSearch(game_of(players, backend))


@pytest.mark.parametrize("backend", ["interpreted", "compiled"])
@pytest.mark.parametrize(("position", "expected"), CASES)
def test_a_seat_has_these_features(position: str, expected: dict[str, float], backend: str) -> None:
    looking = search("KS", backend)
    board = looking.game.parse(position).data
    found = looking.features(board)[0]
    assert {name: much for name, much in zip(NAMES, found, strict=True) if much} == pytest.approx(expected)


def test_chances_are_shares_of_strength() -> None:
    looking = search("KS", "interpreted")
    board = looking.game.parse(CASES[1][0]).data
    row = rows(looking.game)[1]
    strengths = [
        math.exp(sum(a * b for a, b in zip(row, features, strict=True))) for features in looking.features(board)
    ]
    assert looking.judge(board) == pytest.approx([strength / sum(strengths) for strength in strengths])


@pytest.mark.parametrize("backend", ["interpreted", "compiled"])
def test_at_the_end_the_winners_share_it(backend: str) -> None:
    looking = search("KSG", backend)
    over = "-/-/-/-/-/-/-/-/-/-/-/KKSS/SGGG/- FFFFKKSG 4,4,4 KSG K over"
    chances = looking.judge(looking.game.parse(over).data)
    assert chances == [1, 0, 0]


def test_weights_change_along_a_parabola() -> None:
    assert from_parabolas([[1.0, 2.0, 4.0]], 2) == [[1.0], [3.0], [7.0]]


SAME = 1e-5  # of a chance: weights and sums are short numbers


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


LARGEST = 2_000_000  # bytes of a game's weights


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


BOARDS = 200


def boards_of(game: KingdomRun) -> list[bytes]:
    """Where moves of a fixed choice lead: every tenth position."""
    found: list[bytes] = []
    data, step = game.engine.start(), 0
    while len(found) < BOARDS:
        moves = game.engine.legal(data)
        data = game.engine.apply(data, moves[step * 7 % len(moves)])
        step += 1
        if step % 10 == 0:
            found.append(data)
        if State.unpack(data).phase == OVER:
            data = game.engine.start()
    return found


def on_the_card(game: KingdomRun, values: Values, boards: list[bytes]) -> Any:
    cuda: Any = importlib.import_module("numba.cuda")
    judge_board = twin(judge.__name__, GRAPHICS).judge_board

    def judge_all(work: Any, rules: Any, values: Any, chances: Any) -> None:
        for board in range(len(chances)):
            judge_board(work, rules[0], values, board)
            for seat in range(rules[0].players):
                chances[board, seat] = work.shares[seat]

    here = COMPILED.blank(Workspace, boards=len(boards), keys=2)
    for at, board in enumerate(boards):
        COMPILED.put(here.boards, at, board)
    work = Workspace(*map(cuda.to_device, here))
    read = Values(*(part if isinstance(part, int) else cuda.to_device(part) for part in COMPILED.held(values)))
    rules = cuda.to_device(np.frombuffer(game.rules.pack(), type(game.rules).dtype()))
    chances = cuda.to_device(np.zeros((len(boards), len(game.seats))))
    cuda.jit(judge_all)[1, 1](work, rules, read, chances)
    return chances.copy_to_host()


@needs_card
def test_boards_are_worth_the_same_on_a_card() -> None:
    for players in ("KS", "KSF", "KSFG"):
        game = KingdomRun.from_options({"players": players})
        assert isinstance(game, KingdomRun)
        boards = boards_of(game)
        for kind in ("plain", "learned"):
            values = shipped_values(game, kind)
            search = TurnSearch(game, values)
            here = np.array([search.judge(board) for board in boards])
            farthest = np.abs(on_the_card(game, values, boards) - here).max()
            assert farthest <= SAME, f"{players}, {kind}: {farthest}"
