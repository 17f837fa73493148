"""A move and everything that is asked after it, in one call: going into machine code costs more than a move does.

Written against the names that every kernel gives, like `core/walk.py`, and like it never imported as it stands.
Positions and rules come as arrays of one record, which Numba takes much faster than records.
"""

from typing import TYPE_CHECKING, Any

from ewala.core.kernels import kernel

if TYPE_CHECKING:
    from ewala.core.any_kernel import (
        apply,
        chances,
        is_chance,
        is_over,
        legal,
        observe,
        redact,
        result,
        seen,
        to_act,
        why_not,
    )

__all__ = ["features", "look", "outcomes", "shares", "step"]

CHANCE, TERMINAL = -1, -4  # as OpenSpiel numbers who has to act


@kernel
def look(states: Any, rules: Any, seats: int, out: Any) -> int:
    """Write who has to act, then room for what `step` writes, then their moves; returns how many numbers these are."""
    s, r = states[0], rules[0]
    n = seats + 2
    if is_over(s):
        out[0] = TERMINAL
    elif is_chance(s):
        out[0] = CHANCE
    else:
        out[0] = to_act(s, r)
        n += legal(s, r, out[n:])
    return n


@kernel
def step(states: Any, rules: Any, move: int, seats: int, out: Any) -> int:
    """Make a move, and write what `look` does, and what each seat and last a spectator has seen of the move.

    Returns how many numbers these are; for an illegal move, which is not made, the reason against it, negative.
    """
    s, r = states[0], rules[0]
    reason = why_not(s, r, move)
    if reason:
        return -reason
    for viewer in range(seats):
        out[1 + viewer] = seen(s, r, move, viewer)
    out[1 + seats] = seen(s, r, move, -1)
    apply(s, r, move)
    return look(states, rules, seats, out)


@kernel
def outcomes(states: Any, rules: Any, moves: Any, weights: Any) -> int:
    """Write every outcome of a chance node with its weight; returns how many."""
    return chances(states[0], rules[0], moves, weights)


@kernel
def features(states: Any, scratch: Any, rules: Any, viewer: int, out: Any) -> None:
    """Write what a learner in the viewer's place sees, and nothing that the viewer may not know."""
    scratch[0] = states[0]
    redact(scratch[0], rules[0], viewer)
    observe(scratch[0], rules[0], viewer, out)


@kernel
def shares(states: Any, rules: Any, out: Any) -> None:
    """Write the scores, then who would win with them."""
    result(states[0], rules[0], out)
