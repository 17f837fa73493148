"""What may be done with four dice: every multiset of at most four actions has a number, like handfuls of dice.

In a turn a player performs some multiset of actions. Which ones a handful of dice pays for, and what it could
still pay for after some of them, depends on the handful and the edition alone, not on the board (KR-4.3, KR-6.6).
So a search grows, for each multiset, the boards that it can lead to, once for all handfuls.
"""

from functools import cache
from itertools import combinations_with_replacement

from ewala.core.kernels import Constants
from ewala.games.kingdom_run.rules.dice import HANDFULS, LETTERS

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
    return tuple(_payables_with(HANDFULS[four], copies_apart) for four in FOURS)


def _payables_with(faces: str, copies_apart: bool) -> tuple[int, ...]:
    dice = [faces.count(LETTERS[action]) for action in range(ACTIONS)]
    own = [min(count, _TWICE) for count in dice]
    copies = faces.count(LETTERS[ACTIONS])
    most = _TWICE
    if copies_apart:
        copies, most = min(copies, _TWICE), 2 * _TWICE
    limits = [most if count else 0 for count in dice]
    return tuple(_payable(done, own, copies, limits) for done in MULTISETS)


def _payable(done: tuple[int, ...], own: list[int], copies: int, limits: list[int]) -> int:
    """Of each action so many dice of its `own` pay, `copies` pay for any, and it is done as often as its limit."""
    for action in range(ACTIONS):
        if done[action] > limits[action]:
            return UNPAYABLE
        copies -= max(0, done[action] - own[action])
    if copies < 0:
        return UNPAYABLE
    left = 0
    for action in range(ACTIONS):
        if done[action] < (limits[action] if copies else own[action]):
            left |= 1 << action
    return left
