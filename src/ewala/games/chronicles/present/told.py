"""What the Chronicles tell besides what every game tells: the shape of positions explained and of the game's details.

The page's types are written from these.
"""

from typing import Literal, NotRequired, TypedDict

from ewala.games.chronicles.present.characters import CHARACTERS
from ewala.games.chronicles.present.names import ZONES
from ewala.games.chronicles.rules.layout import DEFAULT, PRESETS
from ewala.games.chronicles.rules.state import POWER


class TallyItem(TypedDict):
    """A part of a score."""

    kind: Literal["zone", "pain", "evil"]
    at: int  # the zone
    points: int


class Bonus(TypedDict):
    kind: Literal["madness", "deceit", "justice"]
    points: int
    clause: str


class Slot(TypedDict):
    side: str
    rune: int | None  # None if it is not known
    face: Literal["up", "down"]
    printed: NotRequired[int]
    bonuses: NotRequired[list[Bonus]]
    destiny: NotRequired[int]


class Zone(TypedDict):
    hex: int
    power: int
    winner: str | None
    disputed: bool
    because: Literal["destiny", "fate"] | None


class Explained(TypedDict):
    hexes: list[tuple[int, int]]
    tally: dict[str, list[TallyItem]]
    slots: dict[str, Slot]
    zones: dict[str, Zone]
    neighbours: dict[str, list[int]]


class CharacterTold(TypedDict):
    destiny: int
    name: str  # the same in every language
    alignment: Literal["good", "evil", "neutral"]
    rune: str
    effect: Literal["passive", "reveal", "scoring"]
    optional: bool
    brief: str  # what the rune does, in a few words
    about: str  # the same in a sentence
    clause: str


class ZoneTold(TypedDict):
    zone: int
    name: str
    power: int


class Details(TypedDict):
    layout: str  # the usual one
    layouts: dict[str, list[tuple[int, int]]]
    characters: list[CharacterTold]
    zones: list[ZoneTold]


TOLD = (Explained, Details)


def details() -> dict[str, object]:
    """What the Chronicles are made of, for whoever lays them out: layouts, characters, zones."""
    return {
        "layout": DEFAULT,
        "layouts": {name: [list(hex_) for hex_ in hexes] for name, hexes in PRESETS.items()},
        "characters": [
            {
                "destiny": destiny,
                "name": character.name,
                "alignment": character.alignment,
                "rune": character.rune,
                "effect": character.effect,
                "optional": character.optional,
                "brief": character.brief,
                "about": character.about,
                "clause": character.clause,
            }
            for destiny, character in enumerate(CHARACTERS, 1)
        ],
        "zones": [
            {"zone": zone, "name": name, "power": power}
            for zone, (name, power) in enumerate(zip(ZONES, POWER, strict=True), 1)
        ],
    }
