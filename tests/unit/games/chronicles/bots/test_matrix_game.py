"""Matrix games come out as an independent linear program has them, interpreted and compiled alike."""

from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog  # type: ignore[import-untyped]

from ewala.core.compiled import twin
from ewala.games.chronicles.bots import matrix_game
from ewala.games.chronicles.bots.matrix_game import MOST_COLUMNS, MOST_ROWS

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
