"""What the Chronicles are made of, for whoever lays them out: layouts, characters, zones."""

from ewala.games.chronicles.present.characters import CHARACTERS
from ewala.games.chronicles.present.names import ZONES
from ewala.games.chronicles.rules.layout import DEFAULT, PRESETS
from ewala.games.chronicles.rules.state import POWER


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
            {"zone": zone, "name": name, "power": power}
            for zone, (name, power) in enumerate(zip(ZONES, POWER, strict=True), 1)
        ],
    }
