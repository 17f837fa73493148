"""What may be done with four dice: every multiset of at most four actions has a number, like handfuls of dice.

In a turn a player performs some multiset of actions. Which ones a handful of dice pays for, and what it could
still pay for after some of them, depends on the handful and the edition alone, not on the board (KR-4.3, KR-6.6).
So a search grows, for each multiset, the boards that it can lead to, once for all handfuls.
"""

from functools import cache
from itertools import combinations_with_replacement

from ewala.core.kernels import Constants
from ewala.games.kingdom_run.rules.dice import HANDFULS, LETTERS

__all__ = ["ACTIONS", "ADDED", "FOURS", "LESS", "MULTISETS", "SETS", "UNPAYABLE", "number_of", "payables"]

ACTIONS = 5  # a carbon copy is none of its own
_DICE = 4
_TWICE = 2  # KR-4.3

MULTISETS: tuple[tuple[int, ...], ...] = tuple(
    tuple(chosen.count(action) for action in range(ACTIONS))
    for size in range(_DICE + 1)
    for chosen in combinations_with_replacement(range(ACTIONS), size)
)
SETS = len(MULTISETS)
UNPAYABLE = -1
FOURS = tuple(n for n, faces in enumerate(HANDFULS) if len(faces) == _DICE)

_number = {multiset: n for n, multiset in enumerate(MULTISETS)}


def number_of(counts: tuple[int, ...]) -> int:
    """The number of a multiset of actions, given how often it has each."""
    return _number[counts]


def _changed(multiset: tuple[int, ...], action: int, by: int) -> int:
    counts = list(multiset)
    counts[action] += by
    return _number.get(tuple(counts), UNPAYABLE)


# Multiset number * ACTIONS + action -> the multiset with that action once more, or once less.
ADDED = Constants(_changed(multiset, action, 1) for multiset in MULTISETS for action in range(ACTIONS))
LESS = Constants(_changed(multiset, action, -1) for multiset in MULTISETS for action in range(ACTIONS))


@cache
def payables(copies_apart: bool) -> tuple[tuple[int, ...], ...]:
    """For each of the `FOURS` and each multiset: the actions still payable after it (a bit each), or UNPAYABLE."""
    return tuple(tuple(_payable(HANDFULS[four], done, copies_apart) for done in MULTISETS) for four in FOURS)


def _payable(faces: str, done: tuple[int, ...], copies_apart: bool) -> int:
    dice = [faces.count(LETTERS[action]) for action in range(ACTIONS)]
    copies = faces.count(LETTERS[ACTIONS])
    own = [min(count, _TWICE) for count in dice]
    copied = sum(max(0, done[action] - own[action]) for action in range(ACTIONS))
    if copies_apart:
        copies = min(copies, _TWICE)
    most = 2 * _TWICE if copies_apart else _TWICE
    if copied > copies or any(done[a] > (most if dice[a] else 0) for a in range(ACTIONS)):
        return UNPAYABLE
    left = 0
    for action in range(ACTIONS):
        by_own = done[action] < own[action]
        by_copy = dice[action] > 0 and copied < copies and done[action] < most
        left |= (by_own or by_copy) << action
    return left
