"""What the rest of a turn is worth when the values after it are known: every way to go on, by the rules alone.

Nothing of the bots' search is used here, so that a solution found with it can be held against this.
"""

from typing import Any, NamedTuple

from ewala.core.kernels import kernel
from ewala.games.kingdom_run.bots.judge import fingerprint, mixed
from ewala.games.kingdom_run.perfection.book import find, share
from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules.kernel import apply
from ewala.games.kingdom_run.rules.legality import legal
from ewala.games.kingdom_run.rules.state import ACT, SOW, Rules, State

__all__ = ["MISSING", "Walk", "best_from", "new_walk"]

LEVELS = 24  # four actions, each of five moves at most, and the position after
MISSING = -2.0  # an end that is not in the book
UNKNOWN = -1.0
TABLE = 1 << 16
_CROWDED = TABLE // 2
_SEED = 0x1B873593


class Walk(NamedTuple):
    """A path down the turn, and what was found of its positions: `keys` and `found` are a hash table."""

    boards: Any
    moves: Any
    many: Any
    at: Any
    best: Any
    keys: Any
    found: Any
    entries: Any  # one number


def new_walk() -> Walk:
    import numpy as np

    return Walk(
        boards=np.zeros(LEVELS, State.dtype()),
        moves=np.zeros((LEVELS, codes.MOST_MOVES), np.int64),
        many=np.zeros(LEVELS, np.int64),
        at=np.zeros(LEVELS, np.int64),
        best=np.zeros(LEVELS),
        keys=np.zeros(TABLE, np.int64),
        found=np.zeros(TABLE),
        entries=np.zeros(1, np.int64),
    )


@kernel
def best_from(walk: Any, r: Rules, book: Any, values: Any) -> float:
    """What the position on the lowest level is worth to its mover; MISSING if an end is not in the book."""
    mover = walk.boards[0].seat
    worth = known(walk, 0, r, book, values, mover)
    if worth != UNKNOWN:
        return worth
    begin(walk, 0, r)
    level = 0
    while True:
        if walk.at[level] < walk.many[level]:
            move = walk.moves[level][walk.at[level]]
            walk.at[level] += 1
            walk.boards[level + 1] = walk.boards[level]
            apply(walk.boards[level + 1], r, move)
            worth = known(walk, level + 1, r, book, values, mover)
            if worth == MISSING:
                return MISSING
            if worth == UNKNOWN:
                level += 1
                begin(walk, level, r)
                continue
        else:
            worth = float(walk.best[level])
            remember(walk, level, r)
            if level == 0:
                return worth
            level -= 1
        walk.best[level] = max(walk.best[level], worth)


@kernel
def begin(walk: Any, level: int, r: Rules) -> None:
    walk.many[level] = legal(walk.boards[level], r, walk.moves[level])
    walk.at[level] = 0
    walk.best[level] = UNKNOWN


@kernel
def known(walk: Any, level: int, r: Rules, book: Any, values: Any, mover: int) -> float:
    """What is known of a position: after the turn by the book, within it if the walk has been there."""
    s = walk.boards[level]
    if s.phase != ACT and s.phase != SOW:
        number = find(book, r, s)
        return share(values, number, mover) if number >= 0 else MISSING
    key = key_of(s, r)
    at = key & (len(walk.keys) - 1)
    while walk.keys[at]:
        if walk.keys[at] == key:
            found: float = walk.found[at]
            return found
        at = (at + 1) & (len(walk.keys) - 1)
    return UNKNOWN


@kernel
def key_of(s: State, r: Rules) -> int:
    """63 bits that tell positions within a turn apart; never 0."""
    within = ((s.dice * 64 + s.origin) * 64 + s.sown) * 8 + s.phase
    return mixed(mixed(mixed(fingerprint(s, r, _SEED), s.own), s.copied), within) | 1


@kernel
def remember(walk: Any, level: int, r: Rules) -> None:
    if walk.entries[0] > _CROWDED:
        forget(walk)
    key = key_of(walk.boards[level], r)
    at = key & (len(walk.keys) - 1)
    while walk.keys[at]:
        at = (at + 1) & (len(walk.keys) - 1)
    walk.keys[at] = key
    walk.found[at] = walk.best[level]
    walk.entries[0] += 1


@kernel
def forget(walk: Any) -> None:
    for at in range(len(walk.keys)):
        walk.keys[at] = 0
    walk.entries[0] = 0
