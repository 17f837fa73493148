"""All the ends of a turn: the boards that each multiset of actions can lead to, met once each.

Actions are performed with a single die on the table, so that the kernel ends the turn after each: every board is a
position between two turns, which can be judged, and from which the mover goes on. `multisets.py` says which
multisets the dice pay for. Where there are more boards than a search wants, the best are kept (a beam).
"""

from typing import Any

from ewala.core.kernels import kernel
from ewala.games.kingdom_run.bots.desk import (
    ALL,
    BASE,
    ENDS,
    ENTRIES,
    KEPT_ENDS,
    MASKS,
    MET,
    MOVER,
    NODES,
    POOL,
    SEED,
    USED,
    WORST,
)
from ewala.games.kingdom_run.bots.judge import fingerprint, judge, mixed
from ewala.games.kingdom_run.bots.multisets import ACTIONS, LESS, SETS
from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules.actions import end_turn
from ewala.games.kingdom_run.rules.ending import finished
from ewala.games.kingdom_run.rules.kernel import apply
from ewala.games.kingdom_run.rules.legality import legal
from ewala.games.kingdom_run.rules.state import ACT, OVER, SOW, Rules

__all__ = ["begin", "finish_disbanding", "grow", "note_stuck"]

NO_PARENT = -1
NOTHING = -1.0  # below every value
TABLE_FILL = 3  # quarters of the table of fingerprints that may be used

# A step's packing: the code of its first move (0: none, in the middle of a disbanding), then three bits a move.
FIRST_BITS = 11
STOP_DIGIT = 5


@kernel
def begin(desk: Any, r: Rules, weights: Any, done: int, keep_ends: int, ends: int) -> None:
    """Lay the position `boards[0]`, in which somebody chooses, as the root; `done` is what has been done this turn.

    In the middle of a disbanding there is no root yet: `finish_disbanding` comes next.
    """
    tally = desk.tally
    tally[USED], tally[NODES], tally[MET], tally[ENDS], tally[KEPT_ENDS] = BASE, 0, 0, 0, keep_ends
    tally[MOVER] = desk.boards[0].seat
    for n in range(SETS):
        desk.first[n] = desk.after[n] = BASE
        for mask in range(MASKS):
            desk.best[n * MASKS + mask] = NOTHING
    forget(desk)
    s = desk.boards[0]
    if s.phase == SOW:
        s.dice = 0
    else:
        end_turn(s, r)
        judge(s, r, weights, desk)
        value = desk.shares[tally[MOVER]]
        note_best(desk, r, done * MASKS + ALL, value)
        if ends:
            note_end(desk, 0, value, NO_PARENT, done, 0)
        add_board(desk, 0, value, NO_PARENT, done, 0)
        desk.after[done] = tally[USED]


@kernel
def forget(desk: Any) -> None:
    """Forget the fingerprints: at first, and when they crowd; a board may then be met twice, which only costs time."""
    for i in range(len(desk.keys)):
        desk.keys[i] = 0
    desk.tally[ENTRIES] = 0


@kernel
def is_new(desk: Any, key: int) -> bool:
    """Whether this fingerprint is met for the first time; from now on it is known."""
    last = len(desk.keys) - 1
    i = key & last
    while desk.keys[i] != 0:
        if desk.keys[i] == key:
            return False
        i = (i + 1) & last
    desk.keys[i] = key
    desk.tally[ENTRIES] += 1
    if desk.tally[ENTRIES] * 4 > len(desk.keys) * TABLE_FILL:
        forget(desk)
    return True


@kernel
def meet(desk: Any, r: Rules, weights: Any, at: int, parent: int, done: int, step: int, keep: int, ends: int) -> None:
    """A board lies at `boards[at]`: judge it, if it is new to its set; `keep` it to go on, or note it as an end."""
    tally = desk.tally
    s = desk.boards[at]
    mark = fingerprint(s, r, tally[SEED])
    tally[MET] += 1
    if not is_new(desk, mixed(mark, done) | 1):
        return
    judge(s, r, weights, desk)
    tally[NODES] += 1
    value = desk.shares[tally[MOVER]] + desk.noise[0] * ((mark & 0xFFFFF) / 0x100000 - 0.5)
    note_best(desk, r, done * MASKS + ALL, value)
    if ends:
        note_end(desk, at, value, parent, done, step)
    if keep:
        if tally[USED] == len(desk.boards):
            close(desk, done, (len(desk.boards) - desk.first[done]) // 2)
            if tally[USED] == len(desk.boards):
                return
        add_board(desk, at, value, parent, done, step)


@kernel
def add_board(desk: Any, at: int, value: float, parent: int, done: int, step: int) -> None:
    new = desk.tally[USED]
    desk.tally[USED] += 1
    desk.boards[new] = desk.boards[at]
    desk.value[new], desk.parent[new], desk.step[new] = value, parent, step
    desk.able[new], desk.done[new] = 0, done


@kernel
def note_best(desk: Any, r: Rules, entry: int, value: float) -> None:
    """The board that has just been judged may be the best of its kind."""
    if value > desk.best[entry]:
        desk.best[entry] = value
        for seat in range(r.players):
            desk.best_shares[entry][seat] = desk.shares[seat]


@kernel
def note_end(desk: Any, at: int, value: float, parent: int, done: int, step: int) -> None:
    """Keep the end if it is among the best; `tally[WORST]` is the worst of those, once there is no room for more."""
    tally = desk.tally
    if tally[ENDS] < tally[KEPT_ENDS]:
        new = POOL + tally[ENDS]
        tally[ENDS] += 1
    elif tally[ENDS] and value > desk.value[tally[WORST]]:
        new = tally[WORST]
    else:
        return
    desk.boards[new] = desk.boards[at]
    desk.value[new], desk.parent[new], desk.done[new], desk.step[new] = value, parent, done, step
    tally[WORST] = POOL
    for end in range(POOL, POOL + tally[ENDS]):
        if desk.value[end] < desk.value[tally[WORST]]:
            tally[WORST] = end


@kernel
def close(desk: Any, done: int, width: int) -> None:
    """Keep the best boards of the set that is being grown, at most `width`, in the order in which they were met."""
    first, after = desk.first[done], desk.tally[USED]
    if after - first > width:
        low, high = -2.0, 2.0  # more than `width` boards lie above `low`, no more than that above `high`
        above = 0
        for _ in range(30):
            middle = (low + high) / 2
            better = 0
            for board in range(first, after):
                better += int(desk.value[board] > middle)
            if better > width:
                low = middle
            else:
                high, above = middle, better
        alike = width - above  # of those in between, as many as there is room for
        new = first
        for board in range(first, after):
            if desk.value[board] > low and (desk.value[board] > high or alike > 0):
                alike -= int(desk.value[board] <= high)
                if new < board:
                    move_board(desk, board, new)
                new += 1
        after = new
        desk.tally[USED] = after
    desk.after[done] = after


@kernel
def move_board(desk: Any, board: int, new: int) -> None:
    desk.boards[new] = desk.boards[board]
    desk.value[new], desk.parent[new], desk.step[new] = desk.value[board], desk.parent[board], desk.step[board]
    desk.able[new], desk.done[new] = desk.able[board], desk.done[board]


@kernel
def perform(desk: Any, r: Rules, weights: Any, parent: int, done: int, keep: int, ends: int) -> int:
    """Every way to perform the action for which there is a die at `boards[0]`; returns how many moves it begins with.

    A disbanding goes on at the next board until it is finished.
    """
    moves, many, at, steps = desk.moves, desk.level_many, desk.level_at, desk.level_step
    many[0], at[0], steps[0] = legal(desk.boards[0], r, moves[0]), 0, 0
    began: int = many[0]
    level = 0
    while level >= 0:
        if at[level] == many[level]:
            level -= 1
            continue
        move = moves[level][at[level]]
        at[level] += 1
        if move == codes.ENDED:
            began -= 1
            continue
        if move >= codes.STOLEN:
            step = move
        else:
            digit = STOP_DIGIT if move == codes.STOPPED else 1 + move - codes.TAKEN
            step = steps[level] + (digit << (FIRST_BITS + 3 * level))
        desk.boards[level + 1] = desk.boards[level]
        apply(desk.boards[level + 1], r, move)
        if desk.boards[level + 1].phase == SOW:
            level += 1
            many[level], at[level], steps[level] = legal(desk.boards[level], r, moves[level]), 0, step
        else:
            meet(desk, r, weights, level + 1, parent, done, step, keep, ends)
    return began


@kernel
def finish_disbanding(desk: Any, r: Rules, weights: Any, done: int, ends: int) -> None:
    """Grow the set of the root in the middle of a disbanding, which lies at `boards[0]`."""
    perform(desk, r, weights, NO_PARENT, done, 1, ends)
    close(desk, done, len(desk.boards))


@kernel
def grow(desk: Any, r: Rules, weights: Any, sets: Any, keeps: Any, ends: Any, width: int) -> None:
    """Grow sets, smaller ones first, from those with one action less.

    For each: whether more can follow, so that its boards are kept, at most `width`; and whether its boards are ends.
    """
    mover = desk.tally[MOVER]
    for i in range(len(sets)):
        done = sets[i]
        desk.first[done] = desk.tally[USED]
        for action in range(ACTIONS):
            before = LESS[done * ACTIONS + action]
            if before < 0:
                continue
            for board in range(desk.first[before], desk.after[before]):
                desk.boards[0] = desk.boards[board]
                s = desk.boards[0]
                if s.phase == OVER or finished(s, r, mover):
                    continue
                s.seat = mover
                s.phase = ACT
                s.dice = 1 + action
                if perform(desk, r, weights, board, done, keeps[i], ends[i]):
                    desk.able[board] |= 1 << action
        close(desk, done, width)


@kernel
def note_stuck(desk: Any, r: Rules, weights: Any, payable: Any, ends: int) -> None:
    """Once all is grown: boards on which not every action is possible may be ends, if the dice pay for no other.

    `payable` has the set of actions that the dice still pay for after each multiset, if the dice are known.
    """
    for board in range(BASE, desk.tally[USED]):
        able, done = desk.able[board], desk.done[board]
        if desk.value[board] > desk.best[done * MASKS + able]:
            judge(desk.boards[board], r, weights, desk)
            note_best(desk, r, done * MASKS + able, desk.value[board])
        if ends and payable[done] > 0 and able & payable[done] == 0:
            note_end(desk, board, desk.value[board], desk.parent[board], done, desk.step[board])
