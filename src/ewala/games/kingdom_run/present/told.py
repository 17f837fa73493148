"""What Kingdom Run tells besides what every game tells: the shape of positions explained and of the game's details.

The page's types are written from these.
"""

from typing import Literal, NotRequired, TypedDict

from ewala.games.kingdom_run.rules.circuit import DEFAULT, FINISH, LAKES, PODIUM, SIDES, START, ZONES, read_circuit
from ewala.games.kingdom_run.rules.state import PLACES, SPACES


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


def details() -> dict[str, object]:
    """What a circuit is made of, for whoever builds one (KR-2)."""
    names = [name for name in SIDES if not name.endswith("'")]
    return {
        "boards": {name: [SIDES[name], SIDES[f"{name}'"]] for name in names},
        "start": START,
        "finish": FINISH,
        "middle": DEFAULT,
        "circuit": read_circuit(DEFAULT).text,
        "zones": [{"value": value, "size": size} for value, size in ZONES],
        "podium": list(PODIUM),
        "lakes": LAKES,
        "most_spaces": SPACES,
        "most_places": PLACES,
    }
