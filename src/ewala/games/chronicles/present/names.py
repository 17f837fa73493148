"""What sides and tiles of the Chronicles are called, and proper names, the same in every language (CR-1)."""

from ewala.core.sentences import Sentence

__all__ = ["CHARACTER_NAMES", "SIDES", "TILES", "ZONE_NAMES", "zone_called"]

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
# CR-1.2
ZONE_NAMES = (
    "Puertas del Infierno",
    "Mazmorra de Hierro",
    "Bosque de Nebutland",
    "Tierras Negras",
    "Fortaleza de Cadmium",
    "Orillas de Verosüs",
    "Montañas de El Cuervo",
    "Ruinas de Kawanda",
    "Nido de Dragones",
)
# What is written on the tiles.
TILES = (
    Sentence("Hell gate"),
    Sentence("Iron dungeon"),
    Sentence("Forest"),
    Sentence("Black lands"),
    Sentence("Fortress"),
    Sentence("Shore"),
    Sentence("Mountains"),
    Sentence("Ruins"),
    Sentence("Dragons' nest"),
)


def zone_called(number: int) -> Sentence:
    """A zone by its number, from 1, and by what is written on its tile."""
    return Sentence("zone {number} ({name})", number=number, name=TILES[number - 1])
