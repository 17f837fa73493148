"""What a search works on: every buffer it writes to, allocated once and used for one search after another."""

from typing import Any, NamedTuple

from ewala.core.packed import Copies
from ewala.games.kingdom_run.bots.features import ROOM
from ewala.games.kingdom_run.bots.multisets import SETS
from ewala.games.kingdom_run.bots.network import FIRST_LAYER, SECOND_LAYER, SHARES_KEPT
from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules.dice import HANDFULS
from ewala.games.kingdom_run.rules.state import CLANS, State

__all__ = ["ALL", "BASE", "MASKS", "POOL", "POOLED", "Workspace", "compiled_workspace", "interpreted_workspace"]

TRIAL_BOARDS = 5  # boards on which actions are tried: before, and after each runner of a disbanding
POOL = TRIAL_BOARDS  # where the best ends are kept
POOLED = 96  # at most
BASE = POOL + POOLED  # where the boards that are grown begin

MASKS = 33  # sets of actions that are possible on a board, and:
ALL = 32  # whatever is possible

# Numbers in `Workspace.tally`.
USED, NODES, MET, ENTRIES, ENDS, MOVER, KEPT_ENDS, SEED, WORST, NUMBERS = range(10)


class Workspace(NamedTuple):
    """The buffers of a search. Boards are numbered, and `value` to `done` have a place for each.

    A set holds the boards to which one multiset of actions leads.
    """

    boards: Any
    value: Any  # the mover's, with the noise that the bot suffers from
    parent: Any  # the board from which it comes, or -1
    step: Any  # the moves that lead here from there, packed by `turns.packed_step`
    able: Any  # the actions found possible on it: a bit each
    done: Any  # the number of the multiset of actions performed
    first: Any  # of each set: its first board
    after: Any  # and the one after its last
    best: Any  # of each set and each mask: the best value of a board where just those actions are possible
    best_plain: Any  # what the plain sum makes of it
    best_shares: Any  # and what each seat may expect there
    kept: Any  # of each handful kept: the mover's expectation, rolling the rest
    kept_shares: Any  # and everybody's
    keys: Any  # the fingerprints met: a hash table
    moves: Any  # a row for each of the boards that actions are tried on; likewise:
    level_many: Any  # how many moves
    level_at: Any  # the next one
    level_step: Any  # the step so far
    which: Any
    amount: Any
    many: Any
    short_amount: Any
    first_shares: Any  # kept shares of the network's first layer: for each distance from the seat that is corrected
    first_marks: Any  # the fingerprints of the features they were made of
    share_at: Any  # which of them each seat has
    first_layer: Any
    second_layer: Any
    shares: Any
    scores: Any
    tally: Any
    noise: Any


def compiled_workspace(boards: int, keys: int) -> Workspace:
    """A workspace for machine code, with room for so many boards and fingerprints (a power of two)."""
    import numpy as np

    def whole(*shape: int) -> Any:
        return np.zeros(shape, np.int64)

    def real(*shape: int) -> Any:
        return np.zeros(shape, np.float64)

    def short(*shape: int) -> Any:
        return np.zeros(shape, np.float32)

    return _workspace(np.zeros(boards, State.dtype()), boards, keys, whole, real, short)


def interpreted_workspace(boards: int, keys: int) -> Workspace:
    """Likewise, for interpreted search."""

    def numbers(*shape: int) -> Any:
        return [numbers(*shape[1:]) for _ in range(shape[0])] if len(shape) > 1 else [0] * shape[0]

    return _workspace(Copies(State() for _ in range(boards)), boards, keys, numbers, numbers, numbers)


def _workspace(states: Any, boards: int, keys: int, whole: Any, real: Any, short: Any) -> Workspace:
    return Workspace(
        boards=states,
        value=real(boards),
        parent=whole(boards),
        step=whole(boards),
        able=whole(boards),
        done=whole(boards),
        first=whole(SETS),
        after=whole(SETS),
        best=real(SETS * MASKS),
        best_plain=real(SETS * MASKS),
        best_shares=real(SETS * MASKS, CLANS),
        kept=real(len(HANDFULS)),
        kept_shares=real(len(HANDFULS), CLANS),
        keys=whole(keys),
        moves=whole(TRIAL_BOARDS, codes.MOST_MOVES),
        level_many=whole(TRIAL_BOARDS),
        level_at=whole(TRIAL_BOARDS),
        level_step=whole(TRIAL_BOARDS),
        which=whole(CLANS * ROOM),
        amount=real(CLANS * ROOM),
        many=whole(CLANS),
        short_amount=short(CLANS * ROOM),
        first_shares=short(SHARES_KEPT, CLANS, FIRST_LAYER),
        first_marks=whole(SHARES_KEPT),
        share_at=whole(CLANS),
        first_layer=short(FIRST_LAYER),
        second_layer=short(SECOND_LAYER),
        shares=real(CLANS),
        scores=whole(2 * CLANS),
        tally=whole(NUMBERS),
        noise=real(1),
    )
