"""What Kingdom Run tells besides what every game tells: the shape of positions explained and of the game's details.

The page's types are written from these.
"""

from typing import Literal, NotRequired, TypedDict


class TallyItem(TypedDict):
    """A part of a score."""

    kind: Literal["podium", "zone", "tokens"]
    at: int  # the place, the space, how many tokens
    points: int


class Die(TypedDict):
    face: str
    state: Literal["ready", "barred", "spent"]
    moves: list[str]  # that it could pay for
    code: NotRequired[str]  # why it is barred
    clause: NotRequired[str]


class Explained(TypedDict):
    tally: dict[str, list[TallyItem]]
    landings: dict[str, int]  # where the runner of a legal move lands; one more than there are spaces: across the line
    dice: list[Die]


class ZoneSize(TypedDict):
    value: int
    size: int


class Details(TypedDict):
    boards: dict[str, list[str]]  # the two sides of each middle board
    start: str
    finish: str
    middle: str  # the usual order
    circuit: str  # the same as a text
    zones: list[ZoneSize]
    podium: list[int]
    lakes: int
    most_spaces: int
    most_places: int


TOLD = (Explained, Details)
