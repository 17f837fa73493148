"""What the sides and characters of The Chronicles of Run are called in the terminal."""

from ewala.games.chronicles.present import characters

__all__ = ["CHARACTERS", "ROLES", "SIDE_NAMES"]

SIDE_NAMES = {"O": "order", "C": "chaos"}
ROLES = ("attacker", "defender")
# By destiny, from 1 (CR-1.1).
_EFFECTS = (
    "+4 as attacker",
    "may move to an adjacent zone",
    "may swap with an own good character next to it",
    "+4 as defender",
    "1 power more if it wins",
    "other own good characters next to her have +1",
    "the opponent's next bid is face up",
    "immune to Lust",
    "defeats Zhoor",
    "may attract a lower opponent into her zone",
    "1 power less if defeated",
)
# By destiny, from 1: name, alignment, rune, effect.
CHARACTERS = tuple(
    (character.name, character.alignment, str(character.rune), effect)
    for character, effect in zip(characters.CHARACTERS, _EFFECTS, strict=True)
)
