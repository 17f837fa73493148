"""The opponents of Kingdom Run, gentlest first: who they are. What they are made of stands in `levels.py`."""

from collections.abc import Callable

from ewala.core.sentences import Sentence
from ewala.kit.bot import MOMENT, SECOND, Bot, Entry


def _level(name: str) -> Callable[[], Bot]:
    def load() -> Bot:
        from ewala.games.kingdom_run.bots.levels import LEVELS

        return LEVELS[name]

    return load


def _plain() -> Bot:
    from ewala.games.kingdom_run.bots.levels import PLAIN

    return PLAIN


OPPONENTS = (
    Entry(
        "plain",
        Sentence("The Plain Champion"),
        Sentence("The Champion as it was before it learned from its own games: to measure by."),
        0,
        SECOND,
        _plain,
    ),
    Entry(
        "dormouse",
        Sentence("The Dormouse"),
        Sentence("Half asleep and easily distracted: a good first opponent."),
        1,
        MOMENT,
        _level("dormouse"),
    ),
    Entry(
        "squire",
        Sentence("The Squire"),
        Sentence("Keen, but thinks of one action at a time and never rolls again."),
        2,
        MOMENT,
        _level("squire"),
    ),
    Entry(
        "ranger",
        Sentence("The Ranger"),
        Sentence("Plans a whole turn ahead and knows every shortcut."),
        3,
        MOMENT,
        _level("ranger"),
    ),
    Entry(
        "sorceress",
        Sentence("The Sorceress"),
        Sentence("Knows which dice are worth another roll. She seldom errs."),
        4,
        MOMENT,
        _level("sorceress"),
    ),
    Entry(
        "champion",
        Sentence("The Champion"),
        Sentence("Thinks of your next turn as well as of its own, and gives nothing away."),
        5,
        SECOND,
        _level("champion"),
    ),
)
