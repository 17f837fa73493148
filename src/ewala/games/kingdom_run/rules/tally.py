"""What was done in a game of Kingdom Run, counted as it is played: a row of a simulation's table."""

from typing import Annotated

from ewala.core.kernels import kernel
from ewala.core.packed import Packed
from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules.actions import landing
from ewala.games.kingdom_run.rules.dice import FACES, LETTERS, SIZE
from ewala.games.kingdom_run.rules.ending import result, score
from ewala.games.kingdom_run.rules.kernel import goal_of
from ewala.games.kingdom_run.rules.legality import action_of
from ewala.games.kingdom_run.rules.nibbles import count
from ewala.games.kingdom_run.rules.payment import among, paid_by_own_die, payable, some, unspent
from ewala.games.kingdom_run.rules.state import (
    ACT,
    CLANS,
    ROLL,
    SPACES,
    TOKEN_VALUE,
    TURN_OVER,
    Rules,
    State,
)

__all__ = ["AXES", "LABELS", "Tally", "close", "note"]

FACE_COUNT = 6
ACTION_COUNT = 5
NOBODY = 0

# What the places of a field stand for, the last one changing fastest; fields that are not here have one. Seats are
# called as the game calls them, everything else as LABELS has it.
AXES: dict[str, tuple[str, ...]] = {
    "score": ("seat",),
    "zones": ("seat",),
    "podium": ("seat",),
    "tokens": ("seat",),
    "won": ("seat",),
    "turns": ("seat",),
    "rerolled": ("seat",),
    "led": ("seat",),
    "dice": ("seat", "face"),
    "done": ("seat", "action"),
    "copied": ("seat", "action"),
    "chosen": ("clan", "kind"),
    "home": ("clan",),
}
LABELS: dict[str, tuple[str, ...]] = {
    "clan": ("K", "S", "F", "G"),
    "face": tuple(LETTERS),
    "action": tuple(LETTERS[:ACTION_COUNT]),
    "kind": ("disbanded", "caught_up", "bathed", "lulled", "awakened"),
}


class Tally(Packed):
    """A game's row. Places of seats that nobody has, and of things that did not happen, are 0."""

    moves: Annotated[int, "i4"]  # rolls included
    score: Annotated[list[int], "4i2"]  # of each seat, and where it comes from:
    zones: Annotated[list[int], "4i2"]  # the circuit
    podium: Annotated[list[int], "4i2"]  # the podium
    turns: Annotated[list[int], "4i2"]
    rerolled: Annotated[list[int], "4i2"]  # dice rolled again
    led: Annotated[list[int], "4i2"]  # turns of anybody's that began with this seat alone ahead
    dice: Annotated[list[int], "24i2"]  # faces that a seat had to act with
    done: Annotated[list[int], "20i2"]  # actions
    copied: Annotated[list[int], "20i2"]  # those of them that a carbon copy paid for
    chosen: Annotated[list[int], "20i2"]  # times a runner of a clan was disbanded, caught up, bathed, lulled, awakened
    passed_full: Annotated[int, "i2"]  # runners that had to go on beyond a full space (KR-5.3)
    held_back: Annotated[int, "i2"]  # decisions in which the rule of two kept a die from being used (KR-4.3)
    last_awake: Annotated[int, "i2"]  # decisions in which somebody's last awake runner could not be lulled (KR-6.5)
    sown: Annotated[int, "i2"]  # further runners of disbandings
    lead_changes: Annotated[int, "i2"]  # times that somebody else came to be alone ahead
    won: Annotated[list[int], "4i1"]  # 1 for each winner
    tokens: Annotated[list[int], "4i1"]
    home: Annotated[list[int], "4i1"]  # runners of each clan across the line
    tied: Annotated[int, "i1"]  # 1 if the best score was several seats', and their best runners decided (KR-8.5)
    leader: Annotated[int, "i1"]  # the seat that was alone ahead last, + 1
    finished: Annotated[int, "i1"]  # 1 if the game ended before the podium was full (KR-8.1, KR-8.2)


@kernel
def note(s: State, r: Rules, move: int, k: Tally) -> None:
    """Count what a move is about to do."""
    seat = s.seat
    if s.phase == ACT:
        note_limits(s, r, k)
    if move >= codes.STOLEN:
        action = action_of(move)
        k.done[seat * ACTION_COUNT + action] += 1
        if not among(action, paid_by_own_die(s, r)):
            k.copied[seat * ACTION_COUNT + action] += 1
    if move >= codes.DISBANDED:
        clan, space = (move >> 5) & 3, move & 31
        k.chosen[clan * ACTION_COUNT + (move - codes.DISBANDED) // (SPACES * CLANS)] += 1
        if move < codes.LULLED:
            note_running(s, r, goal_of(s, r, move, space), k)
    elif move >= codes.TAKEN:
        if move < codes.STOPPED:
            k.sown += 1
            note_running(s, r, goal_of(s, r, move, s.origin), k)
    elif move >= codes.REROLLED:
        k.rerolled[seat] += SIZE[move - codes.REROLLED]
        if move == codes.REROLLED:
            note_dice(s.dice, seat, k)
    elif s.phase == ROLL:
        k.turns[seat] += 1
        note_leader(s, r, k)
    else:
        note_dice(s.dice, seat, k)
        note_dice(move - codes.ROLLED, seat, k)


@kernel
def note_running(s: State, r: Rules, goal: int, k: Tally) -> None:
    if goal < r.spaces and landing(s, r, goal) != goal:
        k.passed_full += 1


@kernel
def note_limits(s: State, r: Rules, k: Tally) -> None:
    """Where the rule of two, or a last awake runner, narrows the choice."""
    actions = payable(s, r)
    if some(unspent(s)) & ~actions:
        k.held_back += 1
    if among(TURN_OVER, actions):
        for seat in range(r.players):
            if s.lively[r.clan[seat]] == 1:
                k.last_awake += 1
                break


@kernel
def note_dice(dice: int, seat: int, k: Tally) -> None:
    """Dice that a seat has to act with."""
    faces = FACES[dice]
    for face in range(FACE_COUNT):
        k.dice[seat * FACE_COUNT + face] += count(faces, face)


@kernel
def note_leader(s: State, r: Rules, k: Tally) -> None:
    """Who is alone ahead as a turn begins."""
    best, leader = -1, NOBODY
    for seat in range(r.players):
        points = score(s, r, seat)
        if points > best:
            best, leader = points, seat + 1
        elif points == best:
            leader = NOBODY
    if leader != NOBODY:
        k.led[leader - 1] += 1
        if leader != k.leader:
            k.lead_changes += int(k.leader != NOBODY)
            k.leader = leader


@kernel
def close(s: State, r: Rules, out: list[int], k: Tally) -> None:
    """What is known when the game is over."""
    result(s, r, out)
    best, level = 0, 0
    for seat in range(r.players):
        k.score[seat] = out[seat]
        k.won[seat] = out[r.players + seat]
        k.tokens[seat] = s.tokens[seat]
        best = max(best, out[seat])
        for place in range(s.arrived):
            if s.podium[place] == r.clan[seat]:
                k.podium[seat] += r.prize[place]
        k.zones[seat] = out[seat] - k.podium[seat] - TOKEN_VALUE * s.tokens[seat]
    for seat in range(r.players):
        level += int(out[seat] == best)
    k.tied = int(level > 1)
    k.finished = int(s.arrived < r.places)
    for clan in range(CLANS):
        k.home[clan] = s.home[clan]
