"""Which positions could stand: builds one from its reading, or says what is impossible about it."""

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from pebbles.rules.notation import Reading
from pebbles.rules.state import OVER, State

__all__ = ["build_position"]


def build_position(reading: Reading) -> State:
    length = int(reading.length)
    if max(reading.steps) > length:
        raise BadSetup("position/steps", "RP-3.1", Sentence("no pebble goes beyond step {length}", length=length))
    arrived = reading.steps.count(length)
    if arrived > 1 or arrived != (reading.phase == OVER):
        sentence = Sentence("the race is over when one pebble is at the end, and not before")
        raise BadSetup("position/over", "RP-3.2", sentence)
    s = State()
    s.steps[: len(reading.steps)] = reading.steps
    s.phase, s.hider, s.hand, s.guess = reading.phase, reading.hider, reading.hand, reading.guess
    return s
