"""Chances that come true: a look through one turn of Kingdom Run thinks too well of whoever rolls next.

It takes the best of many ends by an opinion that errs, and so errs upwards; and early in a game it is surer than it
should be. How much was measured on the results of good play (training/fit_coach.py): everybody's chance
is raised to a power, the mover's is multiplied, and all are made to add up to 1 again.
"""

from collections.abc import Iterable
from math import fsum

from ewala.core.curves import exp
from ewala.core.powers import power
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.nibbles import count
from ewala.games.kingdom_run.rules.state import CLANS, OVER, RUNNERS, State
from ewala.kit.ledger import Chances

Parabola = tuple[float, float, float]

# For each number of players: the power, and the logarithm of the mover's factor, by how far the runners have come.
FITTED: dict[int, tuple[Parabola, Parabola]] = {
    2: ((1.086, -0.178, -0.24), (-0.066, -0.001, -0.001)),
    3: ((0.644, 0.113, 0.261), (-0.055, -0.011, -0.031)),
    4: ((0.781, 0.054, 0.125), (-0.075, -0.024, -0.001)),
}


def advancement(game: KingdomRun, s: State) -> float:
    """How far all runners together have come: from 0, all on the first space, to 1, all across the line."""
    spaces = game.rules.spaces
    steps = sum(space * sum(count(s.ground[space], n) for n in range(2 * CLANS)) for space in range(spaces))
    return float(steps + spaces * s.arrived) / (spaces * CLANS * RUNNERS)


def calibrated(game: KingdomRun, board: bytes, chances: Chances) -> Chances:
    """Each seat's chance in a position between two turns, given what a look through the next turn says."""
    s = State.unpack(board)
    if s.phase == OVER:
        return chances
    raised, mover = FITTED[len(game.seats)]
    far = advancement(game, s)
    return corrected(chances, s.seat, at(raised, far), at(mover, far))


def at(parabola: Parabola, x: float) -> float:
    """A parabola's height."""
    return parabola[0] + parabola[1] * x + parabola[2] * x * x


def corrected(chances: Chances, mover: int, raised: float, logarithm: float) -> Chances:
    weights = [power(chance, raised) for chance in chances]
    weights[mover] *= exp(logarithm)
    total = fsum(weights)
    return tuple(weight / total for weight in weights)


def moved_along(shares: Chances, fair: Chances, kept: Iterable[Chances]) -> list[Chances]:
    """What handfuls promise, moved and narrowed as the look's chances were: a straight line keeps averages averages.

    The narrowing is the least that leaves every chance between 0 and 1.
    """
    bounds = [f / r for f, r in zip(fair, shares, strict=True) if r > 0]
    bounds += [(1 - f) / (1 - r) for f, r in zip(fair, shares, strict=True) if r < 1]
    scale = min([1.0, *bounds])
    return [tuple(f + scale * (k - r) for f, k, r in zip(fair, row, shares, strict=False)) for row in kept]
