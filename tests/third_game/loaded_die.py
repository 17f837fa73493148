"""A kernel as small as one can be: two players roll a loaded die once each. Nothing is hidden."""

from typing import Annotated

from ewala.core.defaults import fill_in
from ewala.core.kernels import kernel
from ewala.core.packed import Packed

CODES = MOST_MOVES = 5  # to stop; to roll a 1, 2 or 3; to stop with ten points more
MOST_PLAYERS = 2


class Rules(Packed):
    players: Annotated[int, "i1"]


class State(Packed):
    points: Annotated[list[int], "2i2"]
    seat: Annotated[int, "i1"]
    stopped: Annotated[int, "i1"]


@kernel
def setup(s: State, r: Rules) -> None:
    s.seat = 0


@kernel
def is_over(s: State) -> bool:
    return s.seat == 2


@kernel
def is_chance(s: State) -> bool:
    return s.stopped == 0


@kernel
def to_act(s: State, r: Rules) -> int:
    return s.seat


@kernel
def why_not(s: State, r: Rules, move: int) -> int:
    return int(s.seat == 2 or (move % 4 == 0) != (s.stopped == 1))


@kernel
def apply(s: State, r: Rules, move: int) -> None:
    if move % 4 == 0:
        s.points[s.seat] += 10 * (move // 4)
        s.seat += 1
        s.stopped = 0
    else:
        s.points[s.seat] += move
        s.stopped = 1


@kernel
def weight(s: State, r: Rules, move: int) -> int:
    return move


@kernel
def scores(s: State, r: Rules, out: list[int]) -> None:
    for seat in range(r.players):
        out[seat] = s.points[seat]


fill_in(globals())
