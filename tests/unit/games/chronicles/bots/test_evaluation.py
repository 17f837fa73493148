"""Values of positions, and matrix games solved with them."""

import importlib
from typing import Any

import numpy as np
import pytest
from graphics_card import needs_card
from scipy.optimize import linprog  # type: ignore[import-untyped]

from ewala import load
from ewala.core.compiled import twin
from ewala.core.graphics import GRAPHICS
from ewala.core.machines import COMPILED, INTERPRETED
from ewala.games.chronicles.bots import evaluation, features, kinds, matrix_game
from ewala.games.chronicles.bots.fitted import FITTED, Values, fitted_network
from ewala.games.chronicles.bots.kinds import FEATURES, MOST_FEATURES, NO_FEATURE, PLAIN_FEATURES
from ewala.games.chronicles.bots.matrix_game import MOST_COLUMNS, MOST_ROWS
from ewala.games.chronicles.bots.network import Network
from ewala.games.chronicles.bots.random_positions import public_position
from ewala.games.chronicles.bots.shipped_weights import file_of
from ewala.games.chronicles.bots.workspace import Notes, new_workspace
from ewala.games.chronicles.rules.state import Rules, State
from ewala.games.chronicles.rules.state import State as Record


def features_of(record: Record, rules: Rules) -> list[int]:
    out = [0] * MOST_FEATURES
    return out[: features.features(record, rules, out, [0, 0])]


def by_matrices(record: Record, rules: Rules) -> float:
    network, turn = fitted_network(), record.turn
    marks = np.zeros(FEATURES)
    np.add.at(marks, features_of(record, rules), 1)  # a feature may hold twice
    first = np.maximum(marks @ network.features[turn] + network.first_bias[turn], 0)
    second = np.maximum(first @ network.middle[turn] + network.second_bias[turn], 0)
    return float(np.tanh(second @ network.last[turn, :-1] + network.last[turn, -1]))


@pytest.mark.parametrize("backend", ["interpreted", "compiled"])
@pytest.mark.parametrize("seed", range(9))
def test_the_value_is_the_networks(seed: int, backend: str) -> None:
    state = public_position(2 + seed % 7, seed)
    record = Record.unpack(state.data)
    rules: Any = state.game.rules
    compiled = backend == "compiled"
    machine = COMPILED if compiled else INTERPRETED
    module = twin(evaluation.__name__) if compiled else evaluation
    work = new_workspace(machine, rules, "win", fitted_network())
    work.stack[0] = np.frombuffer(state.data, Record.dtype())[0] if compiled else record
    value = module.evaluate(work.stack[0], work.rules, work.network, work.notes)
    assert value == pytest.approx(by_matrices(record, rules), abs=1e-4)


@pytest.mark.parametrize("turn", range(1, 10))
def test_features_are_different_ones_and_fit_their_room(turn: int) -> None:
    for seed in range(10):
        state = public_position(turn, seed, layout="line")
        rules: Any = state.game.rules
        features = features_of(Record.unpack(state.data), rules)
        assert len(features) <= MOST_FEATURES - 3, "with room to fill up to a multiple of four"
        assert all(0 <= feature < NO_FEATURE for feature in features)


def test_both_sides_see_the_same_game() -> None:
    """Order and chaos exchanged, all features are the same."""
    text = "block 123456789 {0}6|./.|{0}7/{1}9|./{1}11|{0}2/.|./.|./.|./.|./.|{1}5 {2} 4{0} bid:{0}"
    hands = {"O": "1,3,4,5,8,9,10,11", "C": "1,2,3,4,6,7,8,10"}
    found = []
    for first, second in ("OC", "CO"):
        own, others = hands["O"], hands["C"]
        both = f"O{own}:C{others}" if first == "O" else f"O{others}:C{own}"
        state = load("chronicles-of-run").parse(text.format(first, second, both))
        rules: Any = state.game.rules
        found.append(features_of(Record.unpack(state.data), rules))
    assert found[0] == found[1]


def test_it_sees_which_zones_touch() -> None:
    """Lisbeth is beaten by 1; Keera in hand could turn that round from a zone that touches hers, and there is room."""
    text = "{} .|./.|./O7|C8/.|./.|./.|./.|./.|./.|. O1,2,3,4,5,6,8,9,10,11:C1,2,3,4,5,6,7,9,10,11 2O bid:O"
    found = []
    for layout in ("line 123456789", "line 213456789"):
        state = load("chronicles-of-run", layout="line").parse(text.format(layout))
        rules: Any = state.game.rules
        found.append(set(features_of(Record.unpack(state.data), rules)))
    assert found[0] == found[1], "zones 1 and 2 are empty, and have nothing to do with it"
    assert found[0] >= {kinds.RAISABLE + kinds.LOST, kinds.FLIPS + 2}


def test_plain_values_see_nothing_of_it() -> None:
    assert not fitted_network("plain").features[:, PLAIN_FEATURES:].any()
    assert fitted_network("learned").features[:, PLAIN_FEATURES:].any()


@pytest.mark.parametrize("values", FITTED)
def test_weights_are_small_and_a_feature_that_is_none_weighs_nothing(values: Values) -> None:
    assert file_of(values).stat().st_size < 2_000_000
    assert not fitted_network(values).features[:, NO_FEATURE].any()


@pytest.mark.parametrize("values", ["lead", "hope"])
def test_values_made_by_hand_see_what_they_say(values: Values) -> None:
    """Nobody leads; order has Zhoor alone in a zone, or Aruh'ka, whom nearly everybody beats."""
    text = "block 123456789 C2|./O{}|./.|./.|./.|./.|./.|./.|./.|. O{}:C1,3,4,5,6,7,8,9,10,11 2O bid:O"
    worths = []
    for rune in (11, 2):
        hand = ",".join(str(n) for n in range(1, 12) if n != rune)
        state = load("chronicles-of-run").parse(text.format(rune, hand))
        rules: Any = state.game.rules
        work = new_workspace(INTERPRETED, rules, "win", fitted_network(values))
        worths.append(evaluation.evaluate(Record.unpack(state.data), rules, work.network, work.notes))
    if values == "lead":
        assert worths == [0, 0]
    else:
        assert worths[0] > worths[1]


Array = np.ndarray[Any, np.dtype[Any]]
BACKENDS = ("interpreted", "compiled")


def solved(game: Array, backend: str) -> tuple[float, Array, Array]:
    module: Any = twin(matrix_game.__name__) if backend == "compiled" else matrix_game
    rows, columns = game.shape
    x, y = np.zeros(MOST_ROWS), np.zeros(MOST_COLUMNS)
    tableau, names = np.zeros((MOST_ROWS + 1, MOST_COLUMNS + 1)), np.zeros((2, MOST_COLUMNS), np.int64)
    value = module.solve(game, rows, columns, tableau, names, x, y)
    return value, x[:rows], y[:columns]


def value_by_linear_program(game: Array) -> float:
    """The most that a mixture of rows is sure of: maximise v with v <= each column's mean."""
    rows, columns = game.shape
    program = linprog(
        c=[*[0] * rows, -1],
        A_ub=np.hstack([-game.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[*[1] * rows, 0]],
        b_eq=[1],
        bounds=[*[(0, 1)] * rows, (None, None)],
    )
    return float(program.x[-1])


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("seed", range(12))
def test_a_random_game_has_the_linear_programs_value(backend: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    shape = rng.integers(1, 12), rng.integers(1, 40)
    game = rng.normal(0, 1 + 5 * (seed % 2), shape)
    if seed % 3 == 0:
        game = np.round(game)  # many equal entries: degenerate corners
    value, x, y = solved(game, backend)
    assert value == pytest.approx(value_by_linear_program(game), abs=1e-9)
    for strategy in (x, y):
        assert strategy.min() >= 0
        assert strategy.sum() == pytest.approx(1)
    assert (x @ game).min() == pytest.approx(value, abs=1e-9), "the rows' mixture is sure of the value"
    assert (game @ y).max() == pytest.approx(value, abs=1e-9), "and the columns' mixture allows no more"


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("game", "value"),
    [
        ([[3.0]], 3),
        ([[0.0, 0.0], [0.0, 0.0]], 0),
        ([[1.0, -1.0], [-1.0, 1.0]], 0),
        ([[2.0, 1.0], [4.0, 3.0]], 3),
        ([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]], 0),
    ],
)
def test_a_game_that_everybody_knows(backend: str, game: list[list[float]], value: float) -> None:
    assert solved(np.array(game), backend)[0] == pytest.approx(value, abs=1e-12)


def test_a_game_that_takes_many_pivots_is_solved_by_blands_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix_game, "_HASTY_PIVOTS", 0)
    game = np.round(np.random.default_rng(5).normal(0, 2, (6, 12)))
    assert solved(game, "interpreted")[0] == pytest.approx(value_by_linear_program(game), abs=1e-9)


def test_the_largest_game_fits_compiled() -> None:
    game = np.random.default_rng(7).normal(0, 1, (MOST_ROWS, MOST_COLUMNS))
    assert solved(game, "compiled")[0] == pytest.approx(value_by_linear_program(game), abs=1e-9)


SAME = 1e-5  # of a value from -1 to 1: a card rounds a product and a sum once, a processor each


@needs_card
def test_positions_are_worth_the_same_on_a_card() -> None:
    cuda: Any = importlib.import_module("numba.cuda")
    evaluate = twin(evaluation.__name__, GRAPHICS).evaluate

    def evaluate_all(states: Any, rules: Any, network: Any, notes: Any, values: Any) -> None:
        for n in range(len(values)):
            values[n] = evaluate(states[n], rules[0], network, notes)

    for layout in ("block", "ring", "line"):
        states = [public_position(2 + seed % 7, seed, layout=layout) for seed in range(140)]
        rules = np.frombuffer(states[0].game.rules.pack(), type(states[0].game.rules).dtype())
        positions = np.frombuffer(b"".join(state.data for state in states), State.dtype())
        for kind in FITTED:
            network, notes = COMPILED.held(fitted_network(kind)), COMPILED.blank(Notes)
            here = [twin(evaluation.__name__).evaluate(position, rules[0], network, notes) for position in positions]
            there = cuda.to_device(np.zeros(len(states)))
            cuda.jit(evaluate_all)[1, 1](
                cuda.to_device(positions),
                cuda.to_device(rules),
                Network(*map(cuda.to_device, network)),
                Notes(*map(cuda.to_device, notes)),
                there,
            )
            farthest = np.abs(there.copy_to_host() - here).max()
            assert farthest <= SAME, f"{layout}, {kind}: {farthest}"
