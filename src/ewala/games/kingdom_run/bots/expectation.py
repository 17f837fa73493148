"""What a turn is worth before the dice have come up, once all its ends are known (`turns.py`): exact, for all rolls."""

from typing import Any

from ewala.core.kernels import kernel
from ewala.games.kingdom_run.bots.multisets import SETS
from ewala.games.kingdom_run.bots.turns import NOTHING
from ewala.games.kingdom_run.bots.workspace import ALL, MASKS, Plan, Workspace
from ewala.games.kingdom_run.rules.dice import FIRST_OF_SIZE, PLUS, REROLLS, REROLLS_FROM, WAYS
from ewala.games.kingdom_run.rules.state import DICE, Rules

__all__ = ["expect_keeping", "expect_roll"]

SIDES = 6
ROLLS = 1296.0  # of four dice


@kernel
def expect_keeping(work: Workspace, r: Rules, plan: Plan) -> None:
    """Write into `work.kept` what every handful is worth that is kept while the other dice are rolled again.

    Four dice are worth the best end to which they can lead; fewer the average over one die more.
    """
    first = FIRST_OF_SIZE[DICE]
    for four in range(first, FIRST_OF_SIZE[DICE + 1]):
        entry = best_end(work, r, plan.payables[four - first])
        work.kept[four] = work.best[entry]
        for seat in range(r.players):
            work.kept_shares[four][seat] = work.best_shares[entry][seat]
    for back in range(first):
        handful = first - 1 - back
        work.kept[handful] = 0.0
        for seat in range(r.players):
            work.kept_shares[handful][seat] = 0.0
        for face in range(SIDES):
            more = PLUS[handful * SIDES + face]
            work.kept[handful] += work.kept[more] / SIDES
            for seat in range(r.players):
                work.kept_shares[handful][seat] += work.kept_shares[more][seat] / SIDES


@kernel
def best_end(work: Workspace, r: Rules, payable: Any) -> int:
    """The entry of `work.best` for four dice: an end where no action that they still pay for is possible (KR-4.4)."""
    entry, value = 0, NOTHING
    for done in range(SETS):
        left = payable[done]
        if left < 0:
            continue
        if left == 0 or r.may_pass:
            if work.best[done * MASKS + ALL] > value:
                entry = done * MASKS + ALL
                value = work.best[entry]
        else:
            for able in range(ALL):
                if able & left == 0 and work.best[done * MASKS + able] > value:
                    entry = done * MASKS + able
                    value = work.best[entry]
    return entry


@kernel
def best_to_keep(work: Workspace, four: int) -> int:
    """Which part of four dice to keep."""
    best = four
    for i in range(REROLLS_FROM[four], REROLLS_FROM[four + 1]):
        if work.kept[REROLLS[i]] > work.kept[best]:
            best = REROLLS[i]
    return best


@kernel
def expect_roll(work: Workspace, r: Rules) -> None:
    """Write into `work.shares` what each seat may expect before the first roll: the mover keeps its best part."""
    shares = work.shares
    for seat in range(r.players):
        shares[seat] = 0.0
    for four in range(FIRST_OF_SIZE[DICE], FIRST_OF_SIZE[DICE + 1]):
        keep = best_to_keep(work, four)
        for seat in range(r.players):
            shares[seat] += work.kept_shares[keep][seat] * WAYS[four] / ROLLS
