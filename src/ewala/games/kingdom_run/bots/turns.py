"""All the ends of a turn: the boards that each multiset of actions can lead to, met once each.

Actions are performed with a single die on the table, so that the kernel ends the turn after each: every board is a
position between two turns, which can be judged, and from which the mover goes on. `multisets.py` says which
multisets the dice pay for. Where there are more boards than a search wants, the best are kept (a beam).
"""

from ewala.core.kernels import kernel
from ewala.games.kingdom_run.bots.judge import add_up, fingerprint, judge, mixed, share_of, share_out
from ewala.games.kingdom_run.bots.multisets import ACTIONS, LESS, SETS
from ewala.games.kingdom_run.bots.network import correct
from ewala.games.kingdom_run.bots.values import Values
from ewala.games.kingdom_run.bots.workspace import (
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
    Plan,
    Workspace,
)
from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules.actions import end_turn
from ewala.games.kingdom_run.rules.ending import finished
from ewala.games.kingdom_run.rules.kernel import apply
from ewala.games.kingdom_run.rules.legality import legal
from ewala.games.kingdom_run.rules.state import ACT, OVER, SOW, Rules

__all__ = ["begin", "finish_disbanding", "grow", "note_stuck"]

NO_PARENT = -1
NOTHING = -1.0  # below every value
FAR = 0.04  # of winning chance: so much the network seldom makes up for; outlooks change by 0.0007 on average
TABLE_FILL = 3  # quarters of the table of fingerprints that may be used

# A step's packing: the code of its first move (0: none, in the middle of a disbanding), then three bits a move.
FIRST_BITS = 11
STOP_DIGIT = 5


@kernel
def begin(work: Workspace, r: Rules, values: Values, done: int, keep_ends: int, ends: int) -> None:
    """Lay the position `boards[0]`, in which somebody chooses, as the root; `done` is what has been done this turn.

    In the middle of a disbanding there is no root yet: `finish_disbanding` comes next.
    """
    tally = work.tally
    tally[USED], tally[NODES], tally[MET], tally[ENDS], tally[KEPT_ENDS] = BASE, 0, 0, 0, keep_ends
    tally[MOVER] = work.boards[0].seat
    for n in range(SETS):
        work.first[n] = work.after[n] = BASE
        for mask in range(MASKS):
            work.best[n * MASKS + mask] = work.best_plain[n * MASKS + mask] = NOTHING
    forget(work)
    s = work.boards[0]
    if s.phase == SOW:
        s.dice = 0
    else:
        end_turn(s, r)
        judge(s, r, values, work)
        value = work.shares[tally[MOVER]]
        note_best(work, r, done * MASKS + ALL, value)
        if ends:
            note_end(work, 0, value, NO_PARENT, done, 0)
        add_board(work, 0, value, NO_PARENT, done, 0)
        work.after[done] = tally[USED]


@kernel
def forget(work: Workspace) -> None:
    """Forget the fingerprints: at first, and when they crowd; a board may then be met twice, which only costs time."""
    for i in range(len(work.keys)):
        work.keys[i] = 0
    work.tally[ENTRIES] = 0


@kernel
def is_new(work: Workspace, key: int) -> bool:
    """Whether this fingerprint is met for the first time; from now on it is known."""
    last = len(work.keys) - 1
    i = key & last
    while work.keys[i] != 0:
        if work.keys[i] == key:
            return False
        i = (i + 1) & last
    work.keys[i] = key
    work.tally[ENTRIES] += 1
    if work.tally[ENTRIES] * 4 > len(work.keys) * TABLE_FILL:
        forget(work)
    return True


@kernel
def meet(
    work: Workspace, r: Rules, values: Values, at: int, parent: int, done: int, step: int, keep: int, ends: int
) -> None:
    """A board lies at `boards[at]`: judge it, if it is new to its set; `keep` it to go on, or note it as an end."""
    tally = work.tally
    s = work.boards[at]
    mark = fingerprint(s, r, tally[SEED])
    tally[MET] += 1
    if not is_new(work, mixed(mark, done) | 1):
        return
    tally[NODES] += 1
    if keep or ends or s.phase == OVER or not values.learned:
        judge(s, r, values, work)
        plain = work.shares[tally[MOVER]]
    else:  # only the best of these counts: what the plain sum thinks far worse than that, the network does not look at
        add_up(s, r, values, work)
        plain = share_of(r, work, tally[MOVER])
        if plain < work.best_plain[done * MASKS + ALL] - FAR - work.noise[0]:
            return
        correct(s, r, values, work)
        share_out(r, work)
    value = work.shares[tally[MOVER]] + work.noise[0] * ((mark & 0xFFFFF) / 0x100000 - 0.5)
    if value > work.best[done * MASKS + ALL]:
        work.best_plain[done * MASKS + ALL] = plain
    note_best(work, r, done * MASKS + ALL, value)
    if ends:
        note_end(work, at, value, parent, done, step)
    if keep:
        if tally[USED] == len(work.boards):
            close(work, done, (len(work.boards) - work.first[done]) // 2)
            if tally[USED] == len(work.boards):
                return
        add_board(work, at, value, parent, done, step)


@kernel
def add_board(work: Workspace, at: int, value: float, parent: int, done: int, step: int) -> None:
    new = work.tally[USED]
    work.tally[USED] += 1
    work.boards[new] = work.boards[at]
    work.value[new], work.parent[new], work.step[new] = value, parent, step
    work.able[new], work.done[new] = 0, done


@kernel
def note_best(work: Workspace, r: Rules, entry: int, value: float) -> None:
    """The board that has just been judged may be the best of its kind."""
    if value > work.best[entry]:
        work.best[entry] = value
        for seat in range(r.players):
            work.best_shares[entry][seat] = work.shares[seat]


@kernel
def note_end(work: Workspace, at: int, value: float, parent: int, done: int, step: int) -> None:
    """Keep the end if it is among the best; `tally[WORST]` is the worst of those, once there is no room for more."""
    tally = work.tally
    if tally[ENDS] < tally[KEPT_ENDS]:
        new = POOL + tally[ENDS]
        tally[ENDS] += 1
    elif tally[ENDS] and value > work.value[tally[WORST]]:
        new = tally[WORST]
    else:
        return
    work.boards[new] = work.boards[at]
    work.value[new], work.parent[new], work.done[new], work.step[new] = value, parent, done, step
    tally[WORST] = POOL
    for end in range(POOL, POOL + tally[ENDS]):
        if work.value[end] < work.value[tally[WORST]]:
            tally[WORST] = end


@kernel
def close(work: Workspace, done: int, width: int) -> None:
    """Keep the best boards of the set that is being grown, at most `width`, in the order in which they were met."""
    first, after = work.first[done], work.tally[USED]
    if after - first > width:
        low, high = -2.0, 2.0  # more than `width` boards lie above `low`, no more than that above `high`
        above = 0
        for _ in range(30):
            middle = (low + high) / 2
            better = 0
            for board in range(first, after):
                better += int(work.value[board] > middle)
            if better > width:
                low = middle
            else:
                high, above = middle, better
        alike = width - above  # of those in between, as many as there is room for
        new = first
        for board in range(first, after):
            if work.value[board] > low and (work.value[board] > high or alike > 0):
                alike -= int(work.value[board] <= high)
                if new < board:
                    move_board(work, board, new)
                new += 1
        after = new
        work.tally[USED] = after
    work.after[done] = after


@kernel
def move_board(work: Workspace, board: int, new: int) -> None:
    work.boards[new] = work.boards[board]
    work.value[new], work.parent[new], work.step[new] = work.value[board], work.parent[board], work.step[board]
    work.able[new], work.done[new] = work.able[board], work.done[board]


@kernel
def perform(work: Workspace, r: Rules, values: Values, parent: int, done: int, keep: int, ends: int) -> int:
    """Every way to perform the action for which there is a die at `boards[0]`; returns how many moves it begins with.

    A disbanding goes on at the next board until it is finished.
    """
    moves, many, at, steps = work.moves, work.level_many, work.level_at, work.level_step
    many[0], at[0], steps[0] = legal(work.boards[0], r, moves[0]), 0, 0
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
        work.boards[level + 1] = work.boards[level]
        apply(work.boards[level + 1], r, move)
        if work.boards[level + 1].phase == SOW:
            level += 1
            many[level], at[level], steps[level] = legal(work.boards[level], r, moves[level]), 0, step
        else:
            meet(work, r, values, level + 1, parent, done, step, keep, ends)
    return began


@kernel
def finish_disbanding(work: Workspace, r: Rules, values: Values, done: int, ends: int) -> None:
    """Grow the set of the root in the middle of a disbanding, which lies at `boards[0]`."""
    perform(work, r, values, NO_PARENT, done, 1, ends)
    close(work, done, len(work.boards))


@kernel
def grow(work: Workspace, r: Rules, values: Values, plan: Plan, many: int, width: int) -> None:
    """Grow the first `many` of `plan.sets`, smaller ones first, from those with one action less.

    Boards that more can follow are kept, at most `width` of each set.
    """
    mover = work.tally[MOVER]
    for i in range(many):
        done = plan.sets[i]
        work.first[done] = work.tally[USED]
        for action in range(ACTIONS):
            before = LESS[done * ACTIONS + action]
            if before < 0:
                continue
            for board in range(work.first[before], work.after[before]):
                work.boards[0] = work.boards[board]
                s = work.boards[0]
                if s.phase == OVER or finished(s, r, mover):
                    continue
                s.seat = mover
                s.phase = ACT
                s.dice = 1 + action
                if perform(work, r, values, board, done, plan.keeps[i], plan.ending[i]):
                    work.able[board] |= 1 << action
        close(work, done, width)


@kernel
def note_stuck(work: Workspace, r: Rules, values: Values, plan: Plan, four: int, ends: int) -> None:
    """Once all is grown: boards on which not every action is possible may be ends, if the dice pay for no other.

    `four` is the number of the dice among `FOURS`, if they are known.
    """
    payable = plan.payables[four]
    for board in range(BASE, work.tally[USED]):
        able, done = work.able[board], work.done[board]
        if work.value[board] > work.best[done * MASKS + able]:
            judge(work.boards[board], r, values, work)
            note_best(work, r, done * MASKS + able, work.value[board])
        if ends and payable[done] > 0 and able & payable[done] == 0:
            note_end(work, board, work.value[board], work.parent[board], done, work.step[board])
