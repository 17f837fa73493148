"""The rules of a race of pebbles (RULEBOOK.md), under the names that every kernel gives."""

from ewala.core.kernels import kernel
from ewala.core.rng import draw
from pebbles.rules import codes
from pebbles.rules.choice import pick
from pebbles.rules.legality import legal, why_not
from pebbles.rules.observation import FEATURES, observe
from pebbles.rules.state import FACES, GUESS, HANDS, HIDE, LEFT, NOBODY_KNOWS, OVER, ROLL, Rules, State

__all__ = [
    "FEATURES",
    "Rules",
    "State",
    "apply",
    "chances",
    "codes",
    "determinize",
    "is_chance",
    "is_over",
    "legal",
    "observe",
    "pick",
    "play_on",
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
def setup(s: State, r: Rules) -> None:
    """Write the first position over a blank state: all pebbles at the beginning, the first seat hides (RP-2.4)."""
    s.phase = HIDE


@kernel
def is_over(s: State) -> bool:
    return s.phase == OVER


@kernel
def is_chance(s: State) -> bool:
    return s.phase == ROLL


@kernel
def to_act(s: State, r: Rules) -> int:
    """The seat that must decide, where neither chance nor the end does."""
    return s.hider if s.phase == HIDE else next_seat(s, r)


@kernel
def next_seat(s: State, r: Rules) -> int:
    """Who guesses, and hides the nut in the next turn (RP-2.2, RP-2.4)."""
    return (s.hider + 1) % r.players


@kernel
def apply(s: State, r: Rules, move: int) -> None:
    """Carry out a legal move."""
    if move >= codes.GUESSED:
        s.guess = LEFT + move - codes.GUESSED
        s.phase = ROLL
    elif move >= codes.HID:
        s.hand = LEFT + move - codes.HID
        s.phase = GUESS
    else:
        run(s, r, move - codes.ROLLED + 1)


@kernel
def run(s: State, r: Rules, steps: int) -> None:
    """A pebble goes as far as the die says (RP-2.3, RP-4.1), and the turn ends."""
    found = s.guess == s.hand
    runner = next_seat(s, r) if found else s.hider
    if not found:
        steps += r.long_legs
    s.steps[runner] = min(s.steps[runner] + steps, r.length)  # RP-3.1
    s.hand, s.guess = 0, 0
    if s.steps[runner] == r.length:  # RP-3.2
        s.hider, s.phase = 0, OVER
    else:
        s.hider, s.phase = next_seat(s, r), HIDE


@kernel
def scores(s: State, r: Rules, out: list[int]) -> None:
    """The steps of each pebble (RP-3.2)."""
    for seat in range(r.players):
        out[seat] = s.steps[seat]


@kernel
def result(s: State, r: Rules, out: list[int]) -> None:
    """The scores, then for each seat whether it is the first at the end of the path, or would be as it stands."""
    best = 0
    for seat in range(r.players):
        out[seat] = s.steps[seat]
        best = max(best, s.steps[seat])
    for seat in range(r.players):
        out[r.players + seat] = int(s.steps[seat] == best)


# --- Chance ------------------------------------------------------------------------------------------------


@kernel
def chances(s: State, r: Rules, moves: list[int], weights: list[int]) -> int:
    """The faces of the die, all equally likely (RP-1.2); returns how many."""
    n = 0
    if s.phase == ROLL:
        n = legal(s, r, moves)
    for i in range(n):
        weights[i] = 1
    return n


@kernel
def sample(s: State, r: Rules, rng: list[int]) -> int:
    """Roll the die."""
    return codes.ROLLED + draw(rng, FACES)


@kernel
def play_on(s: State, r: Rules, rng: list[int]) -> int:
    """Play a move at random, or roll; returns that it was one."""
    apply(s, r, sample(s, r, rng) if s.phase == ROLL else pick(s, r, rng))
    return 1


# --- What a viewer may know ----------------------------------------------------------------------------------


@kernel
def redact(s: State, r: Rules, viewer: int) -> None:
    """Forget in which hand the nut is, unless the viewer has it; a guess opens both hands (RP-2.1, RP-2.2)."""
    if s.phase == GUESS and viewer != s.hider:
        s.hand = NOBODY_KNOWS


@kernel
def seen(s: State, r: Rules, move: int, viewer: int) -> int:
    """What a viewer sees of a move that is made here (RP-2.1)."""
    return codes.HIDDEN if s.phase == HIDE and viewer != s.hider else move


@kernel
def determinize(s: State, r: Rules, rng: list[int]) -> None:
    """Put the nut into one of the hands in which it may be, each equally likely."""
    if s.hand == NOBODY_KNOWS:
        s.hand = LEFT + draw(rng, HANDS)
