"""A legal decision of the race at random, without listing them: for millions of games."""

from ewala.core.kernels import kernel
from ewala.core.rng import draw
from pebbles.rules import codes
from pebbles.rules.state import HANDS, HIDE, Rules, State


@kernel
def pick(s: State, r: Rules, rng: list[int]) -> int:
    """A legal decision, each equally likely: a hand, to hide the nut in or to guess."""
    return (codes.HID if s.phase == HIDE else codes.GUESSED) + draw(rng, HANDS)
