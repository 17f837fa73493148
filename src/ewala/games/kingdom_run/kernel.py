"""The rules of Kingdom Run (docs/rules/kingdom-run.md), under the names that every kernel gives.

What may be done is in legality.py, what it does in actions.py, and what both work on in state.py.
"""

from ewala.core.kernels import kernel
from ewala.core.words import draw
from ewala.games.kingdom_run import codes
from ewala.games.kingdom_run.actions import (
    arrive,
    bathe,
    catch_up,
    dice_to_roll,
    disband,
    end_turn,
    fall_asleep,
    go_on,
    pay,
    result,
    scores,
    steal,
    wake_up,
)
from ewala.games.kingdom_run.dice import (
    DIE,
    MINUS,
    PLUS,
    SIZE,
    WAYS,
)
from ewala.games.kingdom_run.legality import (
    action_of,
    legal,
    why_not,
)
from ewala.games.kingdom_run.observation import FEATURES, observe
from ewala.games.kingdom_run.state import (
    AGAIN,
    CLANS,
    KEEP,
    OVER,
    ROLL,
    RUNNERS,
    STEAL,
    TOKENS,
    State,
    Table,
)

__all__ = [
    "FEATURES",
    "State",
    "Table",
    "apply",
    "chances",
    "codes",
    "determinize",
    "is_chance",
    "is_over",
    "legal",
    "observe",
    "redact",
    "result",
    "sample",
    "scores",
    "seen",
    "setup",
    "to_act",
    "why_not",
]


@kernel
def setup(s: State, t: Table) -> None:
    """Write the first position over a blank state (KR-3.2, KR-3.3, KR-3.4)."""
    for space in range(4):
        for clan in range(CLANS):
            arrive(s, clan, space)
    for clan in range(CLANS):
        s.lively[clan] = RUNNERS
    for seat in range(t.players):
        s.tokens[seat] = TOKENS // t.players
    s.seat = t.first
    s.phase = ROLL


@kernel
def apply(s: State, t: Table, move: int) -> None:
    """Carry out a legal move."""
    clan, space = (move >> 5) & 3, move & 31
    if move >= codes.DISBANDED:
        pay(s, t, action_of(move))
        if move < codes.CAUGHT_UP:
            disband(s, t, clan, space, space)
        elif move < codes.BATHED:
            catch_up(s, t, clan, space)
        elif move < codes.LULLED:
            bathe(s, t, clan, space)
        elif move < codes.AWAKENED:
            fall_asleep(s, clan, space)
            go_on(s, t)
        else:
            wake_up(s, clan, space)
            go_on(s, t)
    elif move >= codes.STOLEN:
        pay(s, t, STEAL)
        steal(s, t, move - codes.STOLEN)
    elif move == codes.ENDED:
        end_turn(s, t)
    elif move == codes.STOPPED:
        go_on(s, t)
    elif move >= codes.TAKEN:
        disband(s, t, move - codes.TAKEN, s.origin, s.sown)
    elif move >= codes.REROLLED:
        reroll(s, t, move - codes.REROLLED)
    else:
        roll(s, t, move - codes.ROLLED)


@kernel
def roll(s: State, t: Table, handful: int) -> None:
    """The dice come up; after a reroll they join those kept (KR-4.1)."""
    if s.phase == ROLL:
        s.dice = handful
        s.phase = KEEP
    else:
        for die in range(SIZE[handful]):
            s.dice = PLUS[s.dice * 6 + DIE[handful * 4 + die]]
        go_on(s, t)


@kernel
def reroll(s: State, t: Table, handful: int) -> None:
    """The chosen dice are taken up again; none means that all are kept (KR-4.1)."""
    if handful == 0:
        go_on(s, t)
    else:
        for die in range(SIZE[handful]):
            s.dice = MINUS[s.dice * 6 + DIE[handful * 4 + die]]
        s.phase = AGAIN


@kernel
def is_over(s: State) -> bool:
    return s.phase == OVER


@kernel
def is_chance(s: State) -> bool:
    return s.phase == ROLL or s.phase == AGAIN


@kernel
def to_act(s: State, t: Table) -> int:
    """The seat that must decide, where neither chance nor the end does."""
    return s.seat


# --- Chance ------------------------------------------------------------------------------------------------


@kernel
def chances(s: State, t: Table, moves: list[int], weights: list[int]) -> int:
    """Every outcome of the roll with the number of ways it comes up; returns how many outcomes."""
    n = 0
    if dice_to_roll(s):
        n = legal(s, t, moves)
    for i in range(n):
        weights[i] = WAYS[moves[i] - codes.ROLLED]
    return n


@kernel
def sample(s: State, t: Table, rng: list[int]) -> int:
    """Roll the dice: a chance move, each with its probability."""
    handful = 0
    for _ in range(dice_to_roll(s)):
        handful = PLUS[handful * 6 + draw(rng, 6)]
    return codes.ROLLED + handful


# --- What a viewer may know: everything ------------------------------------------------------------------------


@kernel
def redact(s: State, t: Table, viewer: int) -> None:
    """Nothing is hidden in this game."""


@kernel
def seen(s: State, t: Table, move: int, viewer: int) -> int:
    """What a viewer sees of a move that is made here: all of it."""
    return move


@kernel
def determinize(s: State, t: Table, rng: list[int]) -> None:
    """Nothing was forgotten in this game."""
