"""The rules of a race of pebbles (RULEBOOK.md): a kernel. What it leaves out is as `core/defaults.py` has it."""

from typing import Annotated

from ewala.core.defaults import fill_in
from ewala.core.kernels import kernel
from ewala.core.packed import Packed
from ewala.core.reasons import Reason
from ewala.core.rng import draw

MOST_PLAYERS = 3  # RP-1.1
HIDE, GUESS, ROLL, OVER = range(4)  # the phases of RP-2
LEFT, RIGHT, NOBODY_KNOWS = 1, 2, 3  # a hand; 0 while the nut is not hidden

# The moves by their codes (RP-5.2): a number for each text.
MOVES = ("!1", "!2", "!3", "!4", "!5", "!6", "?hide", "hide:L", "hide:R", "guess:L", "guess:R")
CODES = len(MOVES)
MOST_MOVES = 6
HIDDEN, HID, GUESSED = 6, 7, 9  # the first of each kind; rolls are first of all

LEGAL, NOT_A_MOVE, NOT_TIME_TO_HIDE, NOT_TIME_TO_GUESS, NOT_TIME_TO_ROLL = range(5)
REASONS = {
    NOT_A_MOVE: Reason("rp/not-a-move", "RP-5.2", "no move is written like this"),
    NOT_TIME_TO_HIDE: Reason("rp/not-time-to-hide", "RP-2.1", "the nut is hidden when a turn begins"),
    NOT_TIME_TO_GUESS: Reason("rp/not-time-to-guess", "RP-2.2", "a hand is guessed when the nut is hidden"),
    NOT_TIME_TO_ROLL: Reason("rp/not-time-to-roll", "RP-2.3", "the die is rolled when a hand is guessed"),
}


class Rules(Packed):
    """What a game is played by, the same from beginning to end."""

    players: Annotated[int, "i1"]
    length: Annotated[int, "i1"]  # of the path (RP-1.1)
    long_legs: Annotated[int, "i1"]  # 1 with the house rule (RP-4.1)


class State(Packed):
    """A position. Equal positions are equal bytes: what is not in use is 0."""

    steps: Annotated[list[int], "3i1"]  # that each pebble has made
    phase: Annotated[int, "i1"]
    hider: Annotated[int, "i1"]  # who has the nut, counted from 0
    hand: Annotated[int, "i1"]  # in which it is
    guess: Annotated[int, "i1"]  # which hand was guessed


@kernel
def setup(s: State, r: Rules) -> None:
    """All pebbles are at the beginning, the first seat hides (RP-2.4)."""
    s.phase = HIDE


@kernel
def is_over(s: State) -> bool:
    return s.phase == OVER


@kernel
def is_chance(s: State) -> bool:
    return s.phase == ROLL


@kernel
def to_act(s: State, r: Rules) -> int:
    return s.hider if s.phase == HIDE else next_seat(s, r)


@kernel
def next_seat(s: State, r: Rules) -> int:
    """Who guesses, and hides the nut in the next turn (RP-2.2, RP-2.4)."""
    return (s.hider + 1) % r.players


@kernel
def why_not(s: State, r: Rules, move: int) -> int:
    """LEGAL, or the first reason against the move in the order of RP-5.3."""
    if move < 0 or move >= CODES or move == HIDDEN:
        return NOT_A_MOVE
    if move >= GUESSED:
        return LEGAL if s.phase == GUESS else NOT_TIME_TO_GUESS
    if move >= HID:
        return LEGAL if s.phase == HIDE else NOT_TIME_TO_HIDE
    return LEGAL if s.phase == ROLL else NOT_TIME_TO_ROLL


@kernel
def apply(s: State, r: Rules, move: int) -> None:
    """Carry out a legal move."""
    if move >= GUESSED:
        s.guess = LEFT + move - GUESSED
        s.phase = ROLL
    elif move >= HID:
        s.hand = LEFT + move - HID
        s.phase = GUESS
    else:
        run(s, r, move + 1)


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
def redact(s: State, r: Rules, viewer: int) -> None:
    """Only who has the nut knows in which hand it is; a guess opens both hands (RP-2.1, RP-2.2)."""
    if s.phase == GUESS and viewer != s.hider:
        s.hand = NOBODY_KNOWS


@kernel
def seen(s: State, r: Rules, move: int, viewer: int) -> int:
    """Nobody else sees in which hand the nut is hidden (RP-2.1)."""
    return HIDDEN if s.phase == HIDE and viewer != s.hider else move


@kernel
def determinize(s: State, r: Rules, rng: list[int]) -> None:
    """Put the nut into one of the hands in which it may be, each equally likely."""
    if s.hand == NOBODY_KNOWS:
        s.hand = LEFT + draw(rng, 2)


fill_in(globals())
