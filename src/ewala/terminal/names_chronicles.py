"""What the sides, characters and zones of The Chronicles of Run are called."""

__all__ = ["CHARACTERS", "ROLES", "SIDE_NAMES", "ZONE_NAMES"]

SIDE_NAMES = {"O": "order", "C": "chaos"}
ROLES = ("attacker", "defender")
# By destiny, from 1 (CR-1.1): name, alignment, rune, effect.
CHARACTERS = (
    ("Jynz", "neutral", "Madness", "+4 as attacker"),
    ("Aruh'ka", "evil", "Treachery", "may move to an adjacent zone"),
    ("Broin", "good", "Brotherhood", "may swap with an own good character next to it"),
    ("Thenidiel", "neutral", "Deceit", "+4 as defender"),
    ("Bort", "evil", "Pain", "1 power more if it wins"),
    ("Keera", "good", "Justice", "other own good characters next to her have +1"),
    ("Lisbeth", "good", "Clairvoyance", "the opponent's next bid is face up"),
    ("Keynan", "neutral", "Ambition", "immune to Lust"),
    ("Thaal", "good", "Fate", "defeats Zhoor"),
    ("Loreen", "evil", "Lust", "may attract a lower opponent into her zone"),
    ("Zhoor", "evil", "Evil", "1 power less if defeated"),
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
