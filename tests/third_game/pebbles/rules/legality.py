"""What may be done in the race: `legal` lists what `why_not` has nothing against."""

from ewala.core.kernels import kernel
from pebbles.rules import codes
from pebbles.rules import reasons as why
from pebbles.rules.state import FACES, GUESS, HANDS, HIDE, ROLL, Rules, State


@kernel
def legal(s: State, r: Rules, out: list[int]) -> int:
    """Write every legal move's code once, in rising order; at a chance node every outcome. Returns how many."""
    if s.phase == HIDE:
        return offer(out, codes.HID, HANDS)
    if s.phase == GUESS:
        return offer(out, codes.GUESSED, HANDS)
    if s.phase == ROLL:
        return offer(out, codes.ROLLED, FACES)
    return 0


@kernel
def offer(out: list[int], code: int, many: int) -> int:
    for n in range(many):
        out[n] = code + n
    return many


@kernel
def why_not(s: State, r: Rules, move: int) -> int:
    """why.LEGAL, or the first reason against the move in the order of RP-5.3."""
    if move < 0 or move >= codes.CODES or move == codes.HIDDEN:
        return why.NOT_A_MOVE
    if move >= codes.GUESSED:
        return why.LEGAL if s.phase == GUESS else why.NOT_TIME_TO_GUESS
    if move >= codes.HID:
        return why.LEGAL if s.phase == HIDE else why.NOT_TIME_TO_HIDE
    return why.LEGAL if s.phase == ROLL else why.NOT_TIME_TO_ROLL
