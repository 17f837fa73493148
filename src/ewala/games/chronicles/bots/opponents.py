"""The opponents of The Chronicles of Run, gentlest first: who they are. What they are made of stands in `levels.py`."""

from ewala.core.sentences import Sentence
from ewala.kit.bot import MOMENT, SECOND, Bot, Budget, Entry


def _entry(name: str, title: Sentence, about: Sentence, level: int, budget: Budget = MOMENT) -> Entry:
    def load() -> Bot:
        from ewala.games.chronicles.bots.levels import BOTS

        return BOTS[name]

    return Entry(name, title, about, level, budget, load)


OPPONENTS = (
    _entry(
        "plain",
        Sentence("The Plain Oracle"),
        Sentence("The Oracle as it was before it learned from its own games: to measure by."),
        0,
        SECOND,
    ),
    _entry(
        "novice", Sentence("The Novice"), Sentence("Lays runes as they come to hand, and is glad of every zone."), 1
    ),
    _entry("minstrel", Sentence("The Minstrel"), Sentence("Sees the great blunders, and sings of all the others."), 2),
    _entry("mercenary", Sentence("The Mercenary"), Sentence("Fights well for a zone, less well for the war."), 3),
    _entry("warlord", Sentence("The Warlord"), Sentence("Weighs every bid against every answer, and bluffs."), 4),
    _entry(
        "oracle",
        Sentence("The Oracle"),
        Sentence("Has seen the last turns before you bid. It cannot be read."),
        5,
        SECOND,
    ),
)
