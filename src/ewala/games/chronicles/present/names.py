"""What sides, zones and characters of the Chronicles are called, in one place (CR-1).

Characters have names, the same in every language. Zones are described, so each language has its own words for them;
only Nebutland, Cadmium, Verosüs and Kawanda are names.
"""

from ewala.core.sentences import Sentence

SIDES = {"O": Sentence("order"), "C": Sentence("chaos")}

# By destiny, from 1 (CR-1.1).
CHARACTER_NAMES = (
    "Jynz",
    "Aruh'ka",
    "Broin",
    "Thenidiel",
    "Bort",
    "Keera",
    "Lisbeth",
    "Keynan",
    "Thaal",
    "Loreen",
    "Zhoor",
)
# Zones (CR-1.2): what they are called everywhere, on the tiles too.
ZONES = (
    Sentence("Gates of Hell"),
    Sentence("Iron Dungeon"),
    Sentence("Forest of Nebutland"),
    Sentence("Black Lands"),
    Sentence("Fortress of Cadmium"),
    Sentence("Shores of Verosüs"),
    Sentence("Raven Mountains"),
    Sentence("Ruins of Kawanda"),
    Sentence("Dragons' Nest"),
)


def zone_called(number: int) -> Sentence:
    """A zone (numbered from 1) in a sentence: by its name, as it stands on the tile, which shows no number."""
    return Sentence("the {zone_name}", zone_name=ZONES[number - 1])


def zone_numbered(number: int) -> Sentence:
    """The same where moves are written, and a zone is its number."""
    return Sentence("zone {number} ({name})", number=number, name=ZONES[number - 1])
