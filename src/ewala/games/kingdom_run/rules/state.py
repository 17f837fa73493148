"""A position of Kingdom Run, the rules that it is played by, and the numbers that name things.

Spaces count from 0 here. A set of spaces is a word with a bit for each. Clans are K S F G, 0 to 3; a seat is a
player's place in the order of play.
"""

from typing import Annotated

from ewala.core.packed import Packed

CLANS = 4
RUNNERS = 4  # of a clan (KR-1.1)
FULL = 4  # runners on a space (KR-5.3)
SPACES = 32  # at most (KR-2.6)
PLACES = 15  # on a podium, at most (KR-2.6)
TOKENS = 12  # KR-1.2
TOKEN_VALUE = 2
DICE = 4
TWICE = 2  # KR-4.3

# The actions, numbered like the faces of the dice (KR-1.3).
DISBAND, CATCH_UP, BATHE, STEAL, TURN_OVER, COPY = range(6)

ROLL, KEEP, AGAIN, ACT, SOW, OVER = range(6)  # the phases of KR-10

NEUTRAL = -1  # the seat of a clan without a player (KR-3.1)
SPECTATOR = -1


class Rules(Packed):
    """What a game is played by, the same from beginning to end: circuit, players, edition."""

    lakes: Annotated[int, "i8"]  # the set of lakes
    land: Annotated[int, "i8"]  # the set of spaces that are not lakes
    shore: Annotated[int, "i8"]  # the set of spaces with a lake ahead
    value: Annotated[list[int], "32i2"]  # what a runner left on a space scores (KR-2.3)
    prize: Annotated[list[int], "15i2"]  # the podium's values (KR-2.5)
    spaces: Annotated[int, "i1"]
    places: Annotated[int, "i1"]  # on the podium
    players: Annotated[int, "i1"]
    first: Annotated[int, "i1"]  # the seat that begins (KR-3.4)
    clan: Annotated[list[int], "4i1"]  # of each seat
    seat: Annotated[list[int], "4i1"]  # of each clan, or NEUTRAL
    copies_apart: Annotated[int, "i1"]  # KR-9.2
    rob_finished: Annotated[int, "i1"]  # KR-9.3
    may_pass: Annotated[int, "i1"]  # KR-4.4


class State(Packed):
    """A position. Equal positions are equal bytes: what is not in use is 0, and runners have no names."""

    # awake[clan], asleep[clan]: the sets of spaces with such a runner. full: the set of full spaces.
    awake: Annotated[list[int], "4i8"]
    asleep: Annotated[list[int], "4i8"]
    full: Annotated[int, "i8"]
    # Runners on each space, four bits a count: awake K S F G, then asleep K S F G.
    ground: Annotated[list[int], "32i4"]
    # Actions paid by their own dice and by copies this turn, four bits a count, in the order of the faces.
    own: Annotated[int, "i4"]
    copied: Annotated[int, "i4"]
    dice: Annotated[int, "i2"]  # the handful on the table: to choose from, kept, or unspent
    podium: Annotated[list[int], "15i1"]  # clans in order of arrival
    arrived: Annotated[int, "i1"]  # how many runners are on the podium
    home: Annotated[list[int], "4i1"]  # how many of each clan have crossed the line
    lively: Annotated[list[int], "4i1"]  # how many of each clan are awake on the circuit
    tokens: Annotated[list[int], "4i1"]  # of each seat
    seat: Annotated[int, "i1"]  # whose turn it is, or was when the game ended
    phase: Annotated[int, "i1"]
    origin: Annotated[int, "i1"]  # the space being disbanded
    sown: Annotated[int, "i1"]  # where its last runner was put; t.spaces if across the line
