"""The opponents of The Chronicles of Run, gentlest first: who they are. What they are made of stands in `levels.py`."""

from collections.abc import Callable

from ewala.core.sentences import Sentence
from ewala.kit.bot import MOMENT, SECOND, Bot, Entry


def _level(name: str) -> Callable[[], Bot]:
    def load() -> Bot:
        from ewala.games.chronicles.bots.levels import LEVELS

        return LEVELS[name]

    return load


def _plain() -> Bot:
    from ewala.games.chronicles.bots.levels import PLAIN

    return PLAIN


OPPONENTS = (
    Entry(
        "plain",
        Sentence("The Plain Oracle"),
        Sentence("The Oracle as it was before it learned from its own games: to measure by."),
        0,
        SECOND,
        _plain,
    ),
    Entry(
        "novice",
        Sentence("The Novice"),
        Sentence("Lays runes as they come to hand, and is glad of every zone."),
        1,
        MOMENT,
        _level("novice"),
    ),
    Entry(
        "minstrel",
        Sentence("The Minstrel"),
        Sentence("Sees the great blunders, and sings of all the others."),
        2,
        MOMENT,
        _level("minstrel"),
    ),
    Entry(
        "mercenary",
        Sentence("The Mercenary"),
        Sentence("Fights well for a zone, less well for the war."),
        3,
        MOMENT,
        _level("mercenary"),
    ),
    Entry(
        "warlord",
        Sentence("The Warlord"),
        Sentence("Weighs every bid against every answer, and bluffs."),
        4,
        MOMENT,
        _level("warlord"),
    ),
    Entry(
        "oracle",
        Sentence("The Oracle"),
        Sentence("Has seen the last turns before you bid. It cannot be read."),
        5,
        SECOND,
        _level("oracle"),
    ),
)
