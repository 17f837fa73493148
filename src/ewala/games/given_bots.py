"""Bots as people give them: by a name of the roster, as `module:Class`, or as an object of their own.

Whoever takes a bot's name from the person at this machine resolves it here, in Python as on the command line. What
comes over a network is never resolved here, since `module:Class` runs whatever is installed: a server's tables take
names of the roster alone.
"""

import importlib
import os
import pickle
import random
import re
import sys
import threading
from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import Any

from ewala.core.errors import BadSetup, EwalaError
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.core.state import View
from ewala.games.roster import entry_called
from ewala.kit.bot import MOMENT, Assessment, Bot, Budget, Chooser, Entry

__all__ = ["OBJECT", "GivenBot", "SeatedBot", "bot", "check_it_travels", "entry_given", "is_place", "named", "several"]

GivenBot = str | Chooser
OBJECT = "object:"  # before the name of an object, where only names can be written down

_PLACE = re.compile(r"[^\W\d][\w.]*:[^\W\d][\w.]*")


def bot(game: str | Game, name: GivenBot) -> Bot:
    """A bot that plays a game: `ewala.bot(game, "sorceress")`.

    `name` is one of the roster, `module:Class`, or an object with `choose`, whose answers are then checked. Raises
    BadSetup if there is no such bot.
    """
    return entry_given(game.name if isinstance(game, Game) else game, name).bot


def entry_given(game: str, bot: GivenBot) -> Entry:
    """The bot that was named or handed over, as the roster would list it."""
    if not isinstance(bot, str):
        return _listed(type(bot).__name__, bot)
    return _imported(bot) if is_place(bot) else entry_called(game, bot)


def is_place(text: str) -> bool:
    """Whether this is `module:Class`, and no name."""
    return _PLACE.fullmatch(text) is not None


def several(bots: GivenBot | Sequence[GivenBot], many: int) -> list[GivenBot]:
    """The bots that were given, or so many times the one that was."""
    if isinstance(bots, Sequence) and not isinstance(bots, str):
        return list(bots)
    return [bots] * many


def named(bots: Iterable[GivenBot]) -> tuple[list[str], dict[str, Chooser]]:
    """Names for bots, to be written down, and the objects among them by these names; one object has one name."""
    names: list[str] = []
    objects: dict[str, Chooser] = {}
    for given in bots:
        if isinstance(given, str):
            names.append(given)
            continue
        _check_chooses(given, repr(given))
        known = next((name for name, other in objects.items() if other is given), "")
        kind = f"{OBJECT}{type(given).__name__}"
        like = sum(name == kind or name.startswith(f"{kind}-") for name in objects)
        name = known or (f"{kind}-{like + 1}" if like else kind)
        objects[name] = given
        names.append(name)
    return names, objects


def check_it_travels(objects: dict[str, Chooser]) -> None:
    """Raises BadSetup where another process could not be sent one of these."""
    for name, bot in objects.items():
        try:
            pickle.dumps(bot)
        except Exception as error:  # whatever its author's methods raise
            raise BadSetup(
                "bot/travel",
                "",
                "{bot} can't be sent to another process ({why}); name it as module:Class, or play in this one",
                bot=name.removeprefix(OBJECT),
                why=f"{type(error).__name__}: {error}",
            ) from error


class SeatedBot:
    """Somebody's bot in a seat: what it answers is checked, and one thread at a time asks it."""

    def __init__(self, bot: Chooser, name: str) -> None:
        self._bot = bot
        self._name = name
        self._asked = threading.Lock()

    def choose(self, view: View, *, budget: Budget, rng: random.Random) -> str:
        try:
            with self._asked:
                move = self._bot.choose(view, budget=budget, rng=rng)
        except EwalaError:
            raise
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise BadSetup("bot/failed", "", "{bot} failed: {why}", bot=self._name, why=why) from error
        try:
            view.check(move)
        except EwalaError as refused:
            sentence = Sentence("{bot} answered {move!r}, which is no legal move: {why}", bot=self._name, move=move)
            sentence.blanks["why"] = refused.sentence
            raise BadSetup("bot/answer", "", sentence) from refused
        return move

    def assess(self, view: View, *, budget: Budget) -> Assessment:
        thinks = getattr(self._bot, "assess", None)
        if not callable(thinks):
            raise BadSetup("bot/assess", "", "{bot} has no method assess", bot=self._name)
        with self._asked:
            opinion: Assessment = thinks(view, budget=budget)
        return opinion

    def __reduce__(self) -> tuple[Any, ...]:
        return SeatedBot, (self._bot, self._name)


def _listed(name: str, bot: Chooser) -> Entry:
    _check_chooses(bot, name)
    return Entry(
        name, Sentence("{name}", name=name), Sentence("{name}", name=name), 0, MOMENT, partial(SeatedBot, bot, name)
    )


def _check_chooses(bot: object, name: str) -> None:
    if isinstance(bot, type):
        raise BadSetup(
            "bot/choose", "", "{bot} is a class; hand over a bot, which is made with {bot}()", bot=bot.__name__
        )
    if not callable(getattr(bot, "choose", None)):
        raise BadSetup("bot/choose", "", "a bot has a method choose(view, budget, rng), and {bot} has none", bot=name)


@cache
def _imported(place: str) -> Entry:
    """The bot of a class, which is made once, or the one that lies there ready."""
    module_name, _, name = place.partition(":")
    found: Any = _module(module_name)
    for part in name.split("."):
        if not hasattr(found, part):
            raise BadSetup("bot/module", "", "{module} has no {name}", module=module_name, name=name)
        found = getattr(found, part)
    if isinstance(found, type) or not hasattr(found, "choose"):
        try:
            found = found()
        except Exception as error:  # whatever its author's class raises
            why = f"{type(error).__name__}: {error}"
            raise BadSetup(
                "bot/module", "", "{place} can't be made without arguments: {why}", place=place, why=why
            ) from error
    return _listed(place, found)


def _module(name: str) -> Any:
    """A module that is installed, or lies in the folder in which we were started."""
    here = os.getcwd()  # noqa: PTH109  (a text, as `sys.path` has them)
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)  # last: nothing that lies there comes before what is installed
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not (name == error.name or name.startswith(f"{error.name}.")):
            raise _unusable(name, error) from error
        raise BadSetup(
            "bot/module", "", "there is no module {name!r}, neither installed nor in {folder}", name=name, folder=here
        ) from None
    except Exception as error:  # whatever its author's module raises
        raise _unusable(name, error) from error


def _unusable(name: str, error: Exception) -> BadSetup:
    why = f"{type(error).__name__}: {error}"
    return BadSetup("bot/module", "", "the module {name} can't be imported: {why}", name=name, why=why)
