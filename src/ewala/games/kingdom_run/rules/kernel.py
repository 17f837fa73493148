"""The rules of Kingdom Run (docs/rules/kingdom-run.md), under the names that every kernel gives.

What may be done is in legality.py; what it does in payment.py, actions.py and ending.py; what all work on in state.py.
"""

from ewala.core.defaults import fill_in
from ewala.core.kernels import kernel
from ewala.core.rng import draw
from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules.actions import (
    after_previous,
    arrive,
    bathing_place,
    disband,
    end_turn,
    fall_asleep,
    go_on,
    nearest_ahead,
    run,
    steal,
    wake_up,
)
from ewala.games.kingdom_run.rules.choice import pick
from ewala.games.kingdom_run.rules.codes import CODES, MOST_MOVES
from ewala.games.kingdom_run.rules.dice import DIE, MINUS, PLUS, SIZE, WAYS
from ewala.games.kingdom_run.rules.ending import result, scores
from ewala.games.kingdom_run.rules.legality import action_of, legal, why_not
from ewala.games.kingdom_run.rules.observation import FEATURES, observe
from ewala.games.kingdom_run.rules.payment import dice_to_roll, pay
from ewala.games.kingdom_run.rules.state import (
    ACT,
    AGAIN,
    CLANS,
    KEEP,
    OVER,
    ROLL,
    RUNNERS,
    SOW,
    TOKENS,
    Rules,
    State,
)

__all__ = [
    "CODES",
    "FEATURES",
    "MOST_MOVES",
    "Rules",
    "State",
    "apply",
    "chances",
    "codes",
    "is_chance",
    "is_over",
    "legal",
    "observe",
    "pick",
    "play_on",
    "result",
    "sample",
    "scores",
    "setup",
    "to_act",
    "why_not",
]


@kernel
def setup(s: State, r: Rules) -> None:
    """Write the first position over a blank state (KR-3.2, KR-3.3, KR-3.4)."""
    for space in range(4):
        for clan in range(CLANS):
            arrive(s, clan, space)
    for clan in range(CLANS):
        s.lively[clan] = RUNNERS
    for seat in range(r.players):
        s.tokens[seat] = TOKENS // r.players
    s.seat = r.first
    s.phase = ROLL


@kernel
def apply(s: State, r: Rules, move: int) -> None:
    """Carry out a legal move.

    What is common to many moves is written once, for them all: games that are played side by side on a GPU then
    wait less for each other.
    """
    if move >= codes.TAKEN:
        done = decide(s, r, move)
    elif move >= codes.REROLLED:
        done = reroll(s, move - codes.REROLLED)
    else:
        done = roll(s, move - codes.ROLLED)
    if done:
        go_on(s, r)


@kernel
def decide(s: State, r: Rules, move: int) -> bool:
    """An action, or part of one, or the end of the turn; returns whether an action is done."""
    if move >= codes.STOLEN:
        pay(s, r, action_of(move))
    if move >= codes.DISBANDED:
        return act(s, r, move, (move >> 5) & 3, move & 31)
    if move < codes.STOPPED:
        return disband(s, r, move - codes.TAKEN, s.origin, s.sown)
    if move >= codes.STOLEN:
        steal(s, r, move - codes.STOLEN)
    elif move == codes.ENDED:
        end_turn(s, r)
        return False
    return True


@kernel
def act(s: State, r: Rules, move: int, clan: int, space: int) -> bool:
    """A runner does what the move says; returns whether the action is done, and not a disbanding that goes on."""
    if move < codes.CAUGHT_UP:
        return disband(s, r, clan, space, space)
    if move < codes.LULLED:
        run(s, r, clan, space, goal_of(s, r, move, space))
    elif move < codes.AWAKENED:
        fall_asleep(s, clan, space)
    else:
        wake_up(s, clan, space)
    return True


@kernel
def goal_of(s: State, r: Rules, move: int, space: int) -> int:
    """Where the runner comes that the move sends off from a space, if there is room (KR-6.1, KR-6.2, KR-6.3)."""
    if move < codes.DISBANDED:
        return after_previous(s.sown)
    if move < codes.CAUGHT_UP:
        return after_previous(space)
    if move < codes.BATHED:
        return nearest_ahead(s, r, space)
    return bathing_place(r, space)


@kernel
def roll(s: State, handful: int) -> bool:
    """The dice come up; after a reroll they join those kept, and that is done (KR-4.1)."""
    if s.phase == ROLL:
        s.dice = handful
        s.phase = KEEP
        return False
    for die in range(SIZE[handful]):
        s.dice = PLUS[s.dice * 6 + DIE[handful * 4 + die]]
    return True


@kernel
def reroll(s: State, handful: int) -> bool:
    """The chosen dice are taken up again; none means that all are kept, and that is done (KR-4.1)."""
    if handful == 0:
        return True
    for die in range(SIZE[handful]):
        s.dice = MINUS[s.dice * 6 + DIE[handful * 4 + die]]
    s.phase = AGAIN
    return False


@kernel
def is_over(s: State) -> bool:
    return s.phase == OVER


@kernel
def is_chance(s: State) -> bool:
    return s.phase == ROLL or s.phase == AGAIN


@kernel
def to_act(s: State, r: Rules) -> int:
    """The seat that must decide, where neither chance nor the end does."""
    return s.seat


# --- Chance ------------------------------------------------------------------------------------------------


@kernel
def chances(s: State, r: Rules, moves: list[int], weights: list[int]) -> int:
    """Every outcome of the roll with the number of ways it comes up; returns how many outcomes."""
    n = 0
    if dice_to_roll(s):
        n = legal(s, r, moves)
    for i in range(n):
        weights[i] = WAYS[moves[i] - codes.ROLLED]
    return n


@kernel
def sample(s: State, r: Rules, rng: list[int]) -> int:
    """Roll the dice: a chance move, each with its probability."""
    handful = 0
    for _ in range(dice_to_roll(s)):
        handful = PLUS[handful * 6 + draw(rng, 6)]
    return codes.ROLLED + handful


@kernel
def play_on(s: State, r: Rules, rng: list[int]) -> int:
    """Play at random, each legal move equally likely: a roll with its rerolls, or an action or part of one.

    Returns the number of moves. Games that are played side by side do the same things at the same time so.
    """
    if s.phase == ACT or s.phase == SOW:
        moves = 1
        done = decide(s, r, pick(s, r, rng))
    else:
        moves = 0
        done = False
        if s.phase == ROLL:
            done = roll(s, sample(s, r, rng))
            moves += 1
        if s.phase == KEEP:
            done = reroll(s, pick(s, r, rng) - codes.REROLLED)
            moves += 1
        if s.phase == AGAIN:
            done = roll(s, sample(s, r, rng))
            moves += 1
    if done:
        go_on(s, r)
    return moves


fill_in(globals())  # nothing is hidden in this game
