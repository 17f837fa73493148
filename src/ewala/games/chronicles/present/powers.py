"""What each character's rune does, in a few words, and what alignments are called."""

from ewala.core.sentences import Sentence

ALIGNMENTS = {"good": Sentence("good"), "evil": Sentence("evil"), "neutral": Sentence("neutral")}
# By destiny, from 1 (CR-1.1).
POWERS = (
    Sentence("+4 as attacker"),
    Sentence("may move to an adjacent zone"),
    Sentence("may swap with an adjacent good character of the same side"),
    Sentence("+4 as defender"),
    Sentence("1 more power for a win"),
    Sentence("other adjacent good characters of her side get +1"),
    Sentence("the opponent's next bid is face up"),
    Sentence("immune to Lust"),
    Sentence("defeats Zhoor"),
    Sentence("may attract a lower opponent into her zone"),
    Sentence("1 less power if defeated"),
)
