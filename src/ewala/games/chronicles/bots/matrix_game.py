"""Zero-sum matrix games, solved exactly: the simplex method on a small dense tableau.

A turn's hidden choice is such a game (turn_search.py), and a search solves very many of them; nothing is allocated.
"""

from typing import Any

from ewala.core.kernels import kernel

__all__ = ["MOST_COLUMNS", "MOST_ROWS", "solve"]

MOST_ROWS = 11  # the first bidder's runes
MOST_COLUMNS = 11 * 17  # the second bidder's runes, each in every slot but the first's
_EPSILON = 1e-11
_HASTY_PIVOTS = 60  # from then on Bland's rule, which is slow and never cycles


@kernel
def solve(game: Any, rows: int, columns: int, tableau: Any, names: Any, x: Any, y: Any) -> float:
    """The value for the row player, who maximises; the optimal mixed strategies go to `x` and `y`.

    `tableau` has a row and a column more than the largest game; `names` has two rows for the tableau's labels.
    """
    least: float = game[0][0]
    for i in range(rows):
        for j in range(columns):
            least = min(least, game[i][j])
    _lay_out(game, rows, columns, least, tableau, names)
    pivots = 0
    column = _entering(tableau, rows, columns, names, pivots)
    while column >= 0:
        _pivot(tableau, rows, columns, _leaving(tableau, rows, columns, column, names), column, names)
        pivots += 1
        column = _entering(tableau, rows, columns, names, pivots)
    total: float = tableau[rows][columns]
    _read_off(tableau, rows, columns, names, total, x, y)
    return 1.0 / total + least - 1.0


@kernel
def _lay_out(game: Any, rows: int, columns: int, least: float, tableau: Any, names: Any) -> None:
    """The column player's linear program: the largest sum of q with (game - least + 1) q <= 1.

    Every entry is then at least 1, so the program is bounded and q = 0 is a first corner.
    """
    for i in range(rows):
        for j in range(columns):
            tableau[i][j] = game[i][j] - least + 1.0
        tableau[i][columns] = 1.0
        names[0][i] = columns + i
    for j in range(columns):
        tableau[rows][j] = -1.0
        names[1][j] = j
    tableau[rows][columns] = 0.0


@kernel
def _entering(tableau: Any, rows: int, columns: int, names: Any, pivots: int) -> int:
    """The column to bring into the basis, -1 at the optimum."""
    best = -1
    for j in range(columns):
        if tableau[rows][j] < -_EPSILON:
            if best < 0:
                best = j
            elif pivots < _HASTY_PIVOTS:
                if tableau[rows][j] < tableau[rows][best]:
                    best = j
            elif names[1][j] < names[1][best]:
                best = j
    return best


@kernel
def _leaving(tableau: Any, rows: int, columns: int, column: int, names: Any) -> int:
    """The row whose bound is met first; of equal ones that of the smallest name, as Bland's rule wants it."""
    best = -1
    nearest = 0.0
    for i in range(rows):
        if tableau[i][column] > _EPSILON:
            ratio = tableau[i][columns] / tableau[i][column]
            if best < 0 or ratio < nearest or (ratio == nearest and names[0][i] < names[0][best]):
                best = i
                nearest = ratio
    return best


@kernel
def _pivot(tableau: Any, rows: int, columns: int, row: int, column: int, names: Any) -> None:
    """Exchange a row's and a column's variable."""
    pivotal = tableau[row]
    inverse = 1.0 / pivotal[column]
    for j in range(columns + 1):
        pivotal[j] *= inverse
    pivotal[column] = inverse
    for i in range(rows + 1):
        other = tableau[i]
        factor = other[column]
        if i != row and factor != 0.0:
            for j in range(columns + 1):
                other[j] -= factor * pivotal[j]
            other[column] = -factor * inverse
    names[0][row], names[1][column] = names[1][column], names[0][row]


@kernel
def _read_off(tableau: Any, rows: int, columns: int, names: Any, total: float, x: Any, y: Any) -> None:
    for i in range(rows):
        x[i] = 0.0
    for j in range(columns):
        y[j] = 0.0
    for i in range(rows):
        if names[0][i] < columns:
            y[names[0][i]] = max(tableau[i][columns], 0.0) / total
    for j in range(columns):
        if names[1][j] >= columns:
            x[names[1][j] - columns] = max(tableau[rows][j], 0.0) / total
