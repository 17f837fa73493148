"""A position of the race, the rules that it is played by, and the numbers that name things.

Seats count from 0. A hand is LEFT or RIGHT, NOBODY_KNOWS in a view, 0 while the nut is not hidden.
"""

from typing import Annotated

from ewala.core.packed import Packed

MOST_PLAYERS = 3  # RP-1.1
FACES = 6  # RP-1.2
LEFT, RIGHT, NOBODY_KNOWS = 1, 2, 3
HANDS = 2

HIDE, GUESS, ROLL, OVER = range(4)  # the phases of RP-2


class Rules(Packed):
    """What a game is played by, the same from beginning to end."""

    length: Annotated[int, "i1"]  # of the path (RP-1.1)
    players: Annotated[int, "i1"]
    long_legs: Annotated[int, "i1"]  # 1 with the house rule (RP-4.1)


class State(Packed):
    """A position. Equal positions are equal bytes: what is not in use is 0."""

    steps: Annotated[list[int], "3i1"]  # that each pebble has made
    phase: Annotated[int, "i1"]
    hider: Annotated[int, "i1"]  # who has the nut
    hand: Annotated[int, "i1"]  # in which it is
    guess: Annotated[int, "i1"]  # which hand was guessed
