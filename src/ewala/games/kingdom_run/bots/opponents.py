"""The opponents of Kingdom Run, gentlest first: who they are. What they are made of stands in `levels.py`."""

from ewala.core.sentences import Sentence
from ewala.kit.bot import MOMENT, SECOND, Bot, Budget, Entry


def _entry(name: str, title: Sentence, about: Sentence, level: int, budget: Budget = MOMENT) -> Entry:
    def load() -> Bot:
        from ewala.games.kingdom_run.bots.levels import BOTS

        return BOTS[name]

    return Entry(name, title, about, level, budget, load)


OPPONENTS = (
    _entry(
        "plain",
        Sentence("The Plain Champion"),
        Sentence("The Champion as it was before it learned from its own games: to measure by."),
        0,
        SECOND,
    ),
    _entry(
        "dormouse", Sentence("The Dormouse"), Sentence("Half asleep and easily distracted: a good first opponent."), 1
    ),
    _entry(
        "squire", Sentence("The Squire"), Sentence("Keen, but thinks of one action at a time and never rolls again."), 2
    ),
    _entry("ranger", Sentence("The Ranger"), Sentence("Plans a whole turn ahead and knows every shortcut."), 3),
    _entry(
        "sorceress", Sentence("The Sorceress"), Sentence("Knows which dice are worth another roll. She seldom errs."), 4
    ),
    _entry(
        "champion",
        Sentence("The Champion"),
        Sentence("Thinks of your next turn as well as of its own, and gives nothing away."),
        5,
        SECOND,
    ),
)
