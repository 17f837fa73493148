"""The codes of the race's moves: a move's code is its text (notation.py) as a number."""

from pebbles.rules.state import FACES, HANDS

# Codes with an offset count faces or hands.
ROLLED = 0
HIDDEN = ROLLED + FACES  # hiding, to who may not know the hand
HID = HIDDEN + 1
GUESSED = HID + HANDS
CODES = GUESSED + HANDS
MOST_MOVES = FACES


def decisions(game: object) -> range:
    return range(HID, CODES)
