"""What the sides and characters of The Chronicles of Run are called in the terminal."""

from ewala.games.chronicles.names import CHARACTER_NAMES

__all__ = ["CHARACTERS", "ROLES", "SIDE_NAMES"]

SIDE_NAMES = {"O": "order", "C": "chaos"}
ROLES = ("attacker", "defender")
# By destiny, from 1 (CR-1.1): alignment, rune, effect.
_ABOUT = (
    ("neutral", "Madness", "+4 as attacker"),
    ("evil", "Treachery", "may move to an adjacent zone"),
    ("good", "Brotherhood", "may swap with an own good character next to it"),
    ("neutral", "Deceit", "+4 as defender"),
    ("evil", "Pain", "1 power more if it wins"),
    ("good", "Justice", "other own good characters next to her have +1"),
    ("good", "Clairvoyance", "the opponent's next bid is face up"),
    ("neutral", "Ambition", "immune to Lust"),
    ("good", "Fate", "defeats Zhoor"),
    ("evil", "Lust", "may attract a lower opponent into her zone"),
    ("evil", "Evil", "1 power less if defeated"),
)
# By destiny, from 1: name, alignment, rune, effect.
CHARACTERS = tuple((name, *about) for name, about in zip(CHARACTER_NAMES, _ABOUT, strict=True))
