"""Which actions the dice on the table may pay for, and paying (KR-4.1, KR-4.3, KR-4.6)."""

from ewala.core.kernels import kernel
from ewala.games.kingdom_run.rules.dice import FACES, MINUS, SIZE
from ewala.games.kingdom_run.rules.nibbles import count, one, total
from ewala.games.kingdom_run.rules.state import AGAIN, COPY, DICE, ROLL, TWICE, Rules, State


@kernel
def dice_to_roll(s: State) -> int:
    """How many dice are about to be rolled (KR-4.1)."""
    if s.phase == ROLL:
        return DICE
    if s.phase == AGAIN:
        return DICE - SIZE[s.dice]
    return 0


@kernel
def some(counts: int) -> int:
    """The set of actions whose count is not 0. Sets of actions have a bit in each action's four."""
    return (counts + 0x77777) & 0x88888


@kernel
def under_two(counts: int) -> int:
    """The set of actions whose count is under two: one more keeps to the rule of two (KR-4.3)."""
    return ~(counts + 0x66666) & 0x88888


@kernel
def among(action: int, actions: int) -> bool:
    return (actions >> (4 * action + 3)) & 1 != 0


@kernel
def unspent(s: State) -> int:
    """Counts of the unspent dice that show an action of their own."""
    return FACES[s.dice] & 0xFFFFF


@kernel
def shown(s: State) -> int:
    """The set of actions shown by any of the four dice, spent or not (KR-6.6)."""
    return some(unspent(s) + s.own)


@kernel
def copies(s: State) -> int:
    """How many carbon copies have been used this turn."""
    return total(s.copied)


@kernel
def paid_by_own_die(s: State, r: Rules) -> int:
    """The set of actions for which a die of their own face may pay (KR-4.3, KR-9.2)."""
    if r.copies_apart:
        return some(unspent(s)) & under_two(s.own)
    return some(unspent(s)) & under_two(s.own + s.copied)


@kernel
def paid_by_copy(s: State, r: Rules) -> int:
    """The set of actions for which a carbon copy may pay (KR-4.3, KR-6.6, KR-9.2)."""
    if count(FACES[s.dice], COPY) == 0:
        return 0
    if r.copies_apart:
        return shown(s) if copies(s) < TWICE else 0
    return shown(s) & under_two(s.own + s.copied)


@kernel
def payable(s: State, r: Rules) -> int:
    """The set of actions for which some die may pay."""
    return paid_by_own_die(s, r) | paid_by_copy(s, r)


@kernel
def pay(s: State, r: Rules, action: int) -> None:
    """The action's own die pays if it may, otherwise a copy (KR-4.6)."""
    if among(action, paid_by_own_die(s, r)):
        s.own += one(action)
        s.dice = MINUS[s.dice * 6 + action]
    else:
        s.copied += one(action)
        s.dice = MINUS[s.dice * 6 + COPY]
