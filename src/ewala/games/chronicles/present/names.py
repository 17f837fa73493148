"""What sides and tiles of the Chronicles are called, and proper names, the same in every language (CR-1)."""

from ewala.core.sentences import Sentence

__all__ = ["CHARACTER_NAMES", "SIDES", "TILES", "ZONE_NAMES"]

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
