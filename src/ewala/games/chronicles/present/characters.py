"""The eleven characters of the Chronicles, by destiny from 1 (CR-1.1). What their runes do is in effects.py."""

from dataclasses import dataclass
from typing import Literal

from ewala.core.sentences import Sentence
from ewala.games.chronicles.present.names import CHARACTER_NAMES

Alignment = Literal["good", "evil", "neutral"]
ALIGNMENTS = {"good": Sentence("good"), "evil": Sentence("evil"), "neutral": Sentence("neutral")}
Time = Literal["passive", "reveal", "scoring"]  # when the rune has its effect


@dataclass(frozen=True)
class Character:
    """A character as its marker shows it."""

    name: str
    alignment: Alignment
    rune: Sentence
    effect: Time
    brief: Sentence  # what the rune does, in a few words
    about: Sentence  # the same in a sentence
    clause: str
    optional: bool = False  # whether its side may decline the effect (CR-3.4)


_ABOUT: tuple[tuple[Alignment, Sentence, Time, Sentence, Sentence, str], ...] = (
    (
        "neutral",
        Sentence("Madness"),
        "passive",
        Sentence("+4 as attacker"),
        Sentence("Always: 4 more destiny as attacker."),
        "CR-6.1",
    ),
    (
        "evil",
        Sentence("Treachery"),
        "reveal",
        Sentence("may move to an adjacent zone"),
        Sentence("When revealed: may move to a free slot of an adjacent zone."),
        "CR-5.1",
    ),
    (
        "good",
        Sentence("Brotherhood"),
        "reveal",
        Sentence("may swap with an adjacent good character of the same side"),
        Sentence("When revealed: may change places with a good character of the same side in an adjacent zone."),
        "CR-5.2",
    ),
    (
        "neutral",
        Sentence("Deceit"),
        "passive",
        Sentence("+4 as defender"),
        Sentence("Always: 4 more destiny as defender."),
        "CR-6.1",
    ),
    (
        "evil",
        Sentence("Pain"),
        "scoring",
        Sentence("1 more power for a win"),
        Sentence("At scoring: 1 more power if Bort defeats the opponent."),
        "CR-6.4",
    ),
    (
        "good",
        Sentence("Justice"),
        "passive",
        Sentence("other adjacent good characters of her side get +1"),
        Sentence("Always: other good characters of her side in adjacent zones have 1 more destiny."),
        "CR-6.1",
    ),
    (
        "good",
        Sentence("Clairvoyance"),
        "reveal",
        Sentence("the opponent's next bid is face up"),
        Sentence("When revealed: the opponent makes the next bid face up."),
        "CR-5.5",
    ),
    (
        "neutral",
        Sentence("Ambition"),
        "passive",
        Sentence("immune to Lust"),
        Sentence("Always: Lust cannot attract Keynan."),
        "CR-5.3",
    ),
    (
        "good",
        Sentence("Fate"),
        "scoring",
        Sentence("defeats Zhoor"),
        Sentence("At scoring: defeats Zhoor, whatever their destinies."),
        "CR-6.3",
    ),
    (
        "evil",
        Sentence("Lust"),
        "reveal",
        Sentence("may attract a lower opponent into her zone"),
        Sentence("When revealed: may bring an opponent of lower destiny to the free slot of her zone, from anywhere."),
        "CR-5.3",
    ),
    (
        "evil",
        Sentence("Evil"),
        "scoring",
        Sentence("1 less power if defeated"),
        Sentence("At scoring: 1 less power if Zhoor is defeated."),
        "CR-6.4",
    ),
)
_OPTIONAL = {"Aruh'ka", "Broin", "Loreen"}

CHARACTERS = tuple(
    Character(name, *about, optional=name in _OPTIONAL) for name, about in zip(CHARACTER_NAMES, _ABOUT, strict=True)
)
