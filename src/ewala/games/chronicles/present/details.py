"""What the Chronicles are made of, for whoever lays them out: layouts, characters, zones."""

from ewala.games.chronicles.present.characters import CHARACTERS
from ewala.games.chronicles.present.names import TILES, ZONE_NAMES
from ewala.games.chronicles.rules.layout import DEFAULT, PRESETS
from ewala.games.chronicles.rules.state import POWER

__all__ = ["details"]


def details() -> dict[str, object]:
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
            {"zone": zone, "name": name, "tile": tile, "power": power}
            for zone, (name, tile, power) in enumerate(zip(ZONE_NAMES, TILES, POWER, strict=True), 1)
        ],
    }
