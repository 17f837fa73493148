"""Walks through any game: counting paths and playing at random, as fast as the kernel allows.

Written against the names that every kernel gives (`legal`, `apply`, …). It is never imported as it stands: the
engines bind it to a kernel, interpreted or compiled.
"""

from typing import TYPE_CHECKING, Any

from ewala.core.kernels import kernel

if TYPE_CHECKING:
    from ewala.core.any_kernel import apply, is_over, legal, play_on, setup

__all__ = ["perft", "play_out", "play_out_many"]


@kernel
def perft(stack: Any, r: Any, moves: Any, depth: int) -> int:
    """Paths of exactly `depth` moves from `stack[0]`; needs room for `depth` states, and rows of moves.

    `moves` has two rows more than the depth's: the last two hold each level's number of moves and its next one.
    """
    if depth == 0:
        return 1
    paths = 0
    level = 0
    many, at = moves[-2], moves[-1]
    many[0], at[0] = legal(stack[0], r, moves[0]), 0
    while level >= 0:
        if level == depth - 1:
            paths += many[level]
            level -= 1
        elif at[level] == many[level]:
            level -= 1
        else:
            stack[level + 1] = stack[level]
            apply(stack[level + 1], r, moves[level][at[level]])
            at[level] += 1
            level += 1
            many[level], at[level] = legal(stack[level], r, moves[level]), 0
    return paths


@kernel
def play_out(s: Any, r: Any, rng: Any) -> int:
    """Play on to the end, each legal move equally likely; returns the number of moves, rolls included."""
    plies = 0
    while not is_over(s):
        plies += play_on(s, r, rng)
    return plies


@kernel
def play_out_many(states: Any, blank: Any, r: Any, rng: Any, games: int) -> int:
    """Play that many whole games in `states[0]`, one after another; returns the number of moves."""
    plies = 0
    for _ in range(games):
        states[0] = blank[0]
        setup(states[0], r)
        plies += play_out(states[0], r, rng)
    return plies
