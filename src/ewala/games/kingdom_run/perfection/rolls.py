"""A turn before its dice: what it is worth when every handful's best end is known, and the rounds that find it."""

from typing import Any

from ewala.core.kernels import kernel
from ewala.games.kingdom_run.bots.workspace import BASE, USED
from ewala.games.kingdom_run.perfection.book import HANDS, find, is_end, share
from ewala.games.kingdom_run.rules.dice import FIRST_OF_SIZE, PLUS, REROLLS, REROLLS_FROM, WAYS
from ewala.games.kingdom_run.rules.state import DICE, Rules

__all__ = ["BOUNDS", "average_kept", "best_ends", "lay_out", "play_round"]

SIDES = 6
ROLLS = 1296.0
NOTHING = -1.0
BOUNDS = 2  # of every value: the lower and the upper one


@kernel
def average_kept(kept: Any) -> None:
    """From what four dice are worth to what fewer are, the others being rolled again: the average over one die more."""
    first = FIRST_OF_SIZE[DICE]
    for back in range(first):
        handful = first - 1 - back
        total = 0.0
        for face in range(SIDES):
            total += kept[PLUS[handful * SIDES + face]]
        kept[handful] = total / SIDES


@kernel
def before_roll(kept: Any) -> float:
    """What the mover may expect before the first roll, given what each handful kept is worth."""
    expected = 0.0
    for four in range(FIRST_OF_SIZE[DICE], FIRST_OF_SIZE[DICE + 1]):
        best = NOTHING
        for i in range(REROLLS_FROM[four], REROLLS_FROM[four + 1]):
            best = max(best, kept[REROLLS[i]])
        expected += best * WAYS[four] / ROLLS
    return expected


@kernel
def lay_out(
    work: Any, r: Rules, payables: Any, book: Any, root: int, values: Any, known: Any, first: Any, open_ends: Any
) -> int:
    """For each handful of a turn that has been looked through in `work`: by both bounds the best end farther along the
    circuit, where values are known, and the list of ends where they are not, since nobody has run.

    The open ends of a hand begin at `first[hand]` and end where those of the next do; those of the first begin where
    `first[0]` says. Returns where the last ones end, or -1 if there is no room.
    """
    mover = book.states[root].seat
    begin, after = BASE, work.tally[USED]
    used: int = first[0]
    for board in range(begin, after):
        work.parent[board] = find(book, r, work.boards[board])  # the search has no more use for it
    for hand in range(HANDS):
        known[0, hand] = known[1, hand] = NOTHING
        first[hand] = used
        for board in range(begin, after):
            if not is_end(r, payables[hand][work.done[board]], work.able[board]):
                continue
            number = work.parent[board]
            if book.progress[number] > book.progress[root]:
                for bound in range(BOUNDS):
                    known[bound, hand] = max(known[bound, hand], share(values[bound], number, mover))
            elif used < len(open_ends):
                open_ends[used] = number
                used += 1
            else:
                return -1
    first[HANDS] = used
    return used


@kernel
def play_round(
    book: Any, values: Any, roots: Any, known: Any, first: Any, open_ends: Any, plan: Any, kept: Any
) -> None:
    """Work out the positions of a block once more from what is now thought of them, by both bounds.

    A seat that has a `plan` does as it says, and one that has none what is best.
    """
    four = FIRST_OF_SIZE[DICE]
    for bound in range(BOUNDS):
        for row in range(len(roots)):
            root = roots[row]
            mover = book.states[root].seat
            for hand in range(HANDS):
                if plan.given[mover]:
                    kept[four + hand] = share(values[bound], plan.goals[mover, root, hand], mover)
                    continue
                best = known[row, bound, hand]
                for i in range(first[row, hand], first[row, hand + 1]):
                    best = max(best, share(values[bound], open_ends[i], mover))
                kept[four + hand] = best
            average_kept(kept)
            value = as_planned(kept, plan.keeps[mover, root]) if plan.given[mover] else before_roll(kept)
            values[bound, root] = value if mover == 0 else 1.0 - value


@kernel
def as_planned(kept: Any, keeps: Any) -> float:
    """What the mover may expect before the first roll who keeps the handfuls of a plan."""
    expected = 0.0
    four = FIRST_OF_SIZE[DICE]
    for hand in range(HANDS):
        expected += kept[keeps[hand]] * WAYS[four + hand] / ROLLS
    return expected


@kernel
def best_ends(work: Any, r: Rules, payables: Any, book: Any, values: Any, mover: int, kept: Any, goals: Any) -> None:
    """For each four dice of a turn that has been looked through in `work`: the best end, and what it is worth."""
    four = FIRST_OF_SIZE[DICE]
    for hand in range(HANDS):
        kept[four + hand] = NOTHING
    for board in range(BASE, work.tally[USED]):
        number = find(book, r, work.boards[board])
        if number < 0:
            continue  # no end, whatever the dice
        worth = share(values, number, mover)
        for hand in range(HANDS):
            if worth > kept[four + hand] and is_end(r, payables[hand][work.done[board]], work.able[board]):
                kept[four + hand] = worth
                goals[hand] = number
