"""Many games side by side: in one call a move in each of them, then chance, then what is seen of it all.

Written against the names that every kernel gives, like `core/walk.py`, and like it never imported as it stands. The
functions that take `first` and `after` go through the games of that range which `which` marks, so that threads can
share the work: each has its own range, its own `room` for a list of moves and its own `scratch` record.
"""

from typing import TYPE_CHECKING, Any

from ewala.core.kernels import kernel
from ewala.core.rng import draw

if TYPE_CHECKING:
    from ewala.core.any_kernel import (
        apply,
        is_chance,
        is_over,
        legal,
        observe,
        pick,
        redact,
        result,
        sample,
        to_act,
        why_not,
    )

__all__ = ["begin", "draw_actions", "first_refused", "observe_as", "play"]

EVERY_SEAT = -1  # in place of a learner's seat: nobody else plays
OVER = -2
TRIES = 1000  # to begin a game in which the learner has something to decide


@kernel
def begin(
    states: Any,
    rules: Any,
    starts: Any,
    rngs: Any,
    learners: Any,
    which: Any,
    hides: bool,
    action_of: Any,
    scratch: Any,
    room: Any,
    seats: Any,
    over: Any,
    observations: Any,
    masks: Any,
) -> None:
    """Begin anew, in one of the first positions, up to the first decision of the learner.

    A short race may be over before that, and teach nothing: then another one begins. Games that are all like that are
    left as over.
    """
    for i in range(len(states)):
        if which[i]:
            rng = rngs[i : i + 1]
            seat = OVER
            tries = 0
            while seat == OVER and tries < TRIES:
                nth = draw(rng, len(starts)) if len(starts) > 1 else 0
                states[i] = starts[nth]
                seat = settle(states[i], rules[0], learners[i], rng)
                tries += 1
            over[i] = seat == OVER
            seats[i] = max(seat, 0)
            look(states, rules, i, seats[i], over[i], hides, action_of, scratch, room, observations, masks)


@kernel
def play(
    states: Any,
    rules: Any,
    actions: Any,
    rngs: Any,
    learners: Any,
    which: Any,
    first: int,
    after: int,
    hides: bool,
    code_of: Any,
    action_of: Any,
    scratch: Any,
    room: Any,
    seats: Any,
    over: Any,
    returns: Any,
    observations: Any,
    masks: Any,
) -> None:
    """Make each action, which must be legal, and go on to the next decision of the learner, or the end.

    At the end, `seats` still says who made the action.
    """
    for i in range(first, after):
        if which[i]:
            s = states[i]
            apply(s, rules[0], code_of[actions[i]])
            seat = settle(s, rules[0], learners[i], rngs[i : i + 1])
            over[i] = seat == OVER
            if over[i]:
                share_out(s, rules[0], room, returns[i])
            else:
                seats[i] = seat
            look(states, rules, i, seats[i], over[i], hides, action_of, scratch, room, observations, masks)


@kernel
def settle(s: Any, r: Any, learner: int, rng: Any) -> int:
    """Let chance, and whoever plays against the learner, move until the learner decides; returns the seat, or OVER."""
    while not is_over(s):
        if is_chance(s):
            move = sample(s, r, rng)
        else:
            seat = to_act(s, r)
            if learner == EVERY_SEAT or seat == learner:
                return seat
            move = pick(s, r, rng)
        apply(s, r, move)
    return OVER


@kernel
def share_out(s: Any, r: Any, room: Any, returns: Any) -> None:
    """What each seat has won: 1 alone, less together; all that is won, the others lose in equal parts."""
    seats = len(returns)
    result(s, r, room)
    winners = 0
    for seat in range(seats):
        winners += room[seats + seat]
    for seat in range(seats):
        returns[seat] = (seats * room[seats + seat] / winners - 1) / (seats - 1)


@kernel
def look(
    states: Any,
    rules: Any,
    i: int,
    seat: int,
    over: bool,
    hides: bool,
    action_of: Any,
    scratch: Any,
    room: Any,
    observations: Any,
    masks: Any,
) -> None:
    """Write what the seat sees of a game, and what it may do; when the game is over, everything: nothing counts."""
    mask = masks[i]
    mask[:] = over
    if not over:
        many = legal(states[i], rules[0], room)
        for n in range(many):
            mask[action_of[room[n]]] = 1
    see(states, rules, i, seat, hides, scratch, observations)


@kernel
def see(states: Any, rules: Any, i: int, viewer: int, hides: bool, scratch: Any, observations: Any) -> None:
    """Write what a viewer sees of a game: of a copy from which all else was taken, where there is anything to take."""
    s = states[i]
    if hides:
        scratch[0] = s
        s = scratch[0]
        redact(s, rules[0], viewer)
    observe(s, rules[0], viewer, observations[i])


@kernel
def observe_as(states: Any, rules: Any, viewers: Any, which: Any, hides: bool, scratch: Any, observations: Any) -> None:
    """Write what a viewer of each game sees."""
    for i in range(len(states)):
        if which[i]:
            see(states, rules, i, viewers[i], hides, scratch, observations)


@kernel
def first_refused(states: Any, rules: Any, actions: Any, which: Any, first: int, after: int, code_of: Any) -> int:
    """The first game in which the action is not a legal move; -1 if there is none."""
    for i in range(first, after):
        if which[i] and (
            actions[i] < 0 or actions[i] >= len(code_of) or why_not(states[i], rules[0], code_of[actions[i]])
        ):
            return i
    return -1


@kernel
def draw_actions(
    states: Any, rules: Any, rngs: Any, over: Any, first: int, after: int, action_of: Any, actions: Any
) -> None:
    """Write a legal action for each game, each equally likely; any where the game is over."""
    for i in range(first, after):
        actions[i] = 0
        if not over[i]:
            actions[i] = action_of[pick(states[i], rules[0], rngs[i : i + 1])]
