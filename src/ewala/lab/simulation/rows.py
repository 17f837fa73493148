"""Games with their tallies, as fast as the kernel allows.

Written against the names that every kernel and every tally give (`pick`, `apply`, `note`, …). It is never imported as
it stands: `engines.py` binds it to a game, interpreted, compiled, or for a graphics card.
"""

from typing import TYPE_CHECKING, Any

from ewala.core.kernels import kernel
from ewala.core.rng import begun, draw

if TYPE_CHECKING:
    from ewala.core.any_kernel import (
        apply,
        close,
        determinize,
        is_chance,
        is_over,
        legal,
        note,
        pick,
        redact,
        sample,
        scores,
        to_act,
    )

__all__ = ["GREEDY", "UNIFORM", "greedy", "play_game", "play_games"]

UNIFORM, GREEDY = range(2)  # the policies of seats

FAR_BEHIND = -(1 << 30)


@kernel
def play_games(rows: Any, states: Any, start: Any, r: Any, policies: Any, rng: Any, moves: Any, out: Any) -> None:
    """Play the games of some rows from `start[0]`; `rng[1]` is the seed's key, `rng[2]` the first one's number.

    `states[0]` is played in; a policy that looks ahead uses two more.
    """
    for n in range(len(rows)):
        states[0] = start[0]
        rng[0] = begun(rng[1], rng[2] + n)
        play_game(rows[n], states, r, policies, rng, moves, out)


@kernel
def play_game(k: Any, states: Any, r: Any, policies: Any, rng: Any, moves: Any, out: Any) -> None:
    """Play a game from where it stands to its end, and write its row."""
    s = states[0]
    while not is_over(s):
        if is_chance(s):
            move = sample(s, r, rng)
        elif policies[to_act(s, r)] == GREEDY:
            move = greedy(states, r, len(policies), rng, moves, out)
        else:
            move = pick(s, r, rng)
        note(s, r, move, k)
        apply(s, r, move)
        k.moves += 1
    close(s, r, out, k)


@kernel
def greedy(states: Any, r: Any, seats: int, rng: Any, moves: Any, out: Any) -> int:
    """The move after which the seat to act is farthest ahead as the position then stands; equal ones equally likely.

    What the seat may not know is guessed.
    """
    seat = to_act(states[0], r)
    states[1] = states[0]
    redact(states[1], r, seat)
    determinize(states[1], r, rng)
    best, alike, chosen = FAR_BEHIND, 0, 0
    for i in range(legal(states[1], r, moves)):
        states[2] = states[1]
        apply(states[2], r, moves[i])
        scores(states[2], r, out)
        ahead = lead(out, seat, seats)
        if ahead > best:
            best, alike, chosen = ahead, 1, moves[i]
        elif ahead == best:
            alike += 1
            if draw(rng, alike) == 0:
                chosen = moves[i]
    return chosen


@kernel
def lead(points: Any, seat: int, seats: int) -> Any:
    """How far a seat is ahead of the best other one."""
    others = FAR_BEHIND
    for other in range(seats):
        if other != seat:
            others = max(others, points[other])
    return points[seat] - others
