"""The winning chance in every position of a family: with best play of both, or where a seat plays by a plan.

Runners only ever go forward, so positions are worked out in blocks of equal progress, those farthest along first:
what a block's turns lead to beyond it is known then. Within a block, where nobody runs, tokens and sleep may go to
and fro for any number of turns. There two bounds are drawn together round by round, one from "the first seat loses
for sure", one from "it wins for sure"; since dice sooner or later make somebody run, whatever the players want, both
come to the one value of the game. What is left between them is the error, and it is told.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ewala.core.compiled import twin
from ewala.games.kingdom_run.perfection.book import HANDS
from ewala.games.kingdom_run.perfection.family import Array, Family
from ewala.games.kingdom_run.perfection.rolls import BOUNDS
from ewala.games.kingdom_run.rules.dice import HANDFULS
from ewala.games.kingdom_run.rules.state import OVER
from ewala.kit.effort import Watch

CLOSE = 1e-10  # bounds this near are one value
ROUNDS = 10_000  # after which a block is left as near as it has come: where turns may be passed, bounds need not meet
SEATS = 2
_ROLLS = "ewala.games.kingdom_run.perfection.rolls"
_OPEN_ENDS = 1 << 12  # to begin with


class Plan(NamedTuple):
    """How seats play, for each seat, position and roll: the handful that is kept, and where four dice end up."""

    given: Array  # for each seat, whether it plays by the plan
    keeps: Array
    goals: Array


def no_plan() -> Plan:
    """Both seats play their best."""
    nothing = np.zeros((SEATS, 0, HANDS), np.int64)
    return Plan(np.zeros(SEATS, np.int64), nothing, nothing)


@dataclass(frozen=True)
class Values:
    """The first seat's chance in every position, between two bounds."""

    bounds: Array
    rounds: int  # that the slowest block took

    @property
    def middle(self) -> Array:
        middle: Array = self.bounds.mean(axis=0)
        return middle

    @property
    def error(self) -> float:
        """No value is farther off than this, but for rounding."""
        return float(np.max(self.bounds[1] - self.bounds[0])) / 2


def solve(family: Family, watch: Watch, plan: Plan | None = None) -> Values:
    """Draw the bounds of every position together."""
    rolls, book, many = twin(_ROLLS), family.book, len(family)
    over = book.states["phase"][:many] == OVER
    values = np.where(over, book.final[:many], np.array([[0.0], [1.0]]))
    plan = plan or no_plan()
    kept = np.zeros(len(HANDFULS))
    most, solved, alive = 0, 0, int(np.sum(~over))
    for roots in _blocks(family, ~over):
        known, first, open_ends = _laid_out(family, roots, values)
        rounds = 0
        while rounds < ROUNDS:
            rolls.play_round(book, values, roots, known, first, open_ends, plan, kept)
            rounds += 1
            if np.max(values[1, roots] - values[0, roots]) <= CLOSE:
                break
        most = max(most, rounds)
        solved += len(roots)
        watch(solved / alive)
    return Values(values, most)


def _blocks(family: Family, alive: Array) -> Iterator[Array]:
    """The numbers of positions that are not over, in blocks of equal progress, those farthest along first."""
    progress = family.book.progress[: len(family)]
    for level in sorted(set(progress[alive].tolist()), reverse=True):
        yield np.flatnonzero(alive & (progress == level))


def _laid_out(family: Family, roots: Array, values: Array) -> tuple[Array, Array, Array]:
    """What the handfuls of a block's turns lead to: the best known values beyond the block, and the ends within it."""
    rolls = twin(_ROLLS)
    known = np.zeros((len(roots), BOUNDS, HANDS))
    first = np.zeros((len(roots), HANDS + 1), np.int64)
    open_ends, used = np.zeros(_OPEN_ENDS, np.int64), 0
    for row, root in enumerate(roots.tolist()):
        family.look_through(root)
        about = family.work, family.rules, family.payables, family.book, root, values, known[row], first[row]
        first[row, 0] = used
        while (end := rolls.lay_out(*about, open_ends)) < 0:
            open_ends = np.concatenate([open_ends, np.zeros_like(open_ends)])
            first[row, 0] = used
        used = end
    return known, first, open_ends
