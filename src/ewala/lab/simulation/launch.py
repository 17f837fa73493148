"""What an NVIDIA card is asked to do: a game a thread, its state in the thread's own memory.

Never imported as it stands: `graphics_player.py` binds it to a game's functions, compiled for the card.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ewala.core.any_kernel import is_over, play_on, result
    from ewala.core.rng import begun
    from ewala.lab.simulation.rows import play_game

    STATE: Any = ...  # a position, as the card has it
    MOST_MOVES: Any = ...
    OUT: Any = ...  # numbers of a result: a score and a win for each seat

cuda: Any = importlib.import_module("numba.cuda")
int64: Any = importlib.import_module("numba").int64


def rows(out: Any, empty: Any, start: Any, rules: Any, policies: Any, key: int, first: int) -> None:
    """Each thread plays the game of one row, whatever the policies."""
    n = cuda.grid(1)
    if n < len(out):
        states = cuda.local.array(3, STATE)
        rng = cuda.local.array(1, int64)
        moves = cuda.local.array(MOST_MOVES, int64)
        points = cuda.local.array(OUT, int64)
        out[n] = empty[0]
        states[0] = start[0]
        rng[0] = begun(key, first + n)
        play_game(out[n], states, rules[0], policies, rng, moves, points)


def totals(sums: Any, start: Any, rules: Any, key: int, first: int, games: int) -> None:
    """Threads play games at random one after another; only sums leave them, once, at the end."""
    states = cuda.local.array(1, STATE)
    rng = cuda.local.array(1, int64)
    points = cuda.local.array(OUT, int64)
    gathered = cuda.local.array(OUT, int64)
    for i in range(OUT):
        gathered[i] = 0
    moves = 0
    s = states[0]
    for game in range(cuda.grid(1), games, cuda.gridsize(1)):
        states[0] = start[0]
        rng[0] = begun(key, first + game)
        while not is_over(s):
            moves += play_on(s, rules[0], rng)
        result(s, rules[0], points)
        for i in range(OUT):
            gathered[i] += points[i]
    cuda.atomic.add(sums, 0, moves)
    for i in range(OUT):
        cuda.atomic.add(sums, 1 + i, gathered[i])
