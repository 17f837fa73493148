"""The eleven characters of the Chronicles, by destiny from 1 (CR-1.1). What their runes do is in effects.py."""

from dataclasses import dataclass
from typing import Literal

from ewala.core.sentences import Sentence
from ewala.games.chronicles.present.names import CHARACTER_NAMES

__all__ = ["CHARACTERS", "Character"]

Alignment = Literal["good", "evil", "neutral"]
Time = Literal["passive", "reveal", "scoring"]  # when the rune has its effect


@dataclass(frozen=True)
class Character:
    """A character as its marker shows it."""

    name: str
    alignment: Alignment
    rune: Sentence
    effect: Time
    optional: bool = False  # whether its side may decline the effect (CR-3.4)


_ABOUT: tuple[tuple[Alignment, Sentence, Time], ...] = (
    ("neutral", Sentence("Madness"), "passive"),
    ("evil", Sentence("Treachery"), "reveal"),
    ("good", Sentence("Brotherhood"), "reveal"),
    ("neutral", Sentence("Deceit"), "passive"),
    ("evil", Sentence("Pain"), "scoring"),
    ("good", Sentence("Justice"), "passive"),
    ("good", Sentence("Clairvoyance"), "reveal"),
    ("neutral", Sentence("Ambition"), "passive"),
    ("good", Sentence("Fate"), "scoring"),
    ("evil", Sentence("Lust"), "reveal"),
    ("evil", Sentence("Evil"), "scoring"),
)
_OPTIONAL = {"Aruh'ka", "Broin", "Loreen"}

CHARACTERS = tuple(
    Character(name, alignment, rune, effect, name in _OPTIONAL)
    for name, (alignment, rune, effect) in zip(CHARACTER_NAMES, _ABOUT, strict=True)
)
