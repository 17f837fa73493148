"""A bot as a game lists it: its name and title, how strong it is, how long it may think, and how it is made."""

from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from ewala.core.sentences import Sentence
from ewala.kit.bot import Bot, Budget

__all__ = ["MOMENT", "SECOND", "Entry"]

MOMENT = Budget(seconds=0.1)  # what a decision takes at most
SECOND = Budget(seconds=1.0)  # of the strongest


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot that people can choose by its name."""

    name: str
    title: Sentence
    about: Sentence  # what playing against it is like
    level: int  # from 1, the gentlest, to 5; 0 for the two that only serve to measure by
    budget: Budget
    load: Callable[[], Bot]  # a search is compiled code: it is loaded when somebody wants to play against it

    @property
    def bot(self) -> Bot:
        if self.load not in _LOADED:
            _LOADED[self.load] = self.load()
        return _LOADED[self.load]


_LOADED: WeakKeyDictionary[Callable[[], Bot], Bot] = WeakKeyDictionary()  # as long as somebody lists them
