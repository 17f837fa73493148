"""Who takes part in an arena: bots, at their own pace or at one that is given, and external programs."""

import re
import shlex
from dataclasses import dataclass

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.games.given_bots import OBJECT, entry_given
from ewala.games.roster import roster
from ewala.kit.bot import Budget
from ewala.kit.roster import MOMENT

PROGRAM = "program:"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,29}")
_BUDGET = re.compile(r"(\d+)|(\d+(?:\.\d+)?|\.\d+)s", re.ASCII)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot as it takes part; `label` is what results call it, and no two have the same."""

    label: str
    name: str  # the roster's, module:Class, or that of an object; "" for a program
    budget: Budget | None  # for each of its decisions; None: a program takes its own time
    command: str = ""  # that starts a program


def budget_from(text: str) -> Budget:
    """`200` is iterations, `0.5s` seconds."""
    found = _BUDGET.fullmatch(text)
    if found is None or len(text) > 12 or not float(text.rstrip("s")):
        sentence = Sentence("a budget is iterations, such as 200, or seconds, such as 0.5s; not {text!r}", text=text)
        raise BadSetup("arena/budget", "", sentence)
    return Budget(iterations=int(found[1])) if found[1] else Budget(seconds=float(found[2]))


def entrant_from(text: str, game: str, budget: Budget | None = None) -> Entrant:
    """`NAME`, `NAME@BUDGET`, `program:COMMAND` or `NAME=program:COMMAND`; `budget` is for all without one.

    A NAME is the roster's, `module:Class`, or, of a bot that is handed over beside the names, `object:NAME`.
    """
    called, named, rest = text.partition(f"={PROGRAM}")
    if text.startswith(PROGRAM):
        return Entrant(text, "", None, _command(text.removeprefix(PROGRAM)))
    if named:
        if not _NAME.fullmatch(called) or called in roster(game):
            sentence = "a program's name is letters, digits and _.- (30 at most), and no bot's; not {name!r}"
            raise BadSetup("arena/program", "", Sentence(sentence, name=called))
        return Entrant(called, "", None, _command(rest))
    name, at, own = text.partition("@")
    thinking = budget_from(own) if at else budget
    if name.startswith(OBJECT):
        return Entrant(text.removeprefix(OBJECT), name, thinking or MOMENT)
    return Entrant(text, name, thinking or entry_given(game, name).budget)


def _command(text: str) -> str:
    """A command, checked: it has a first word, and its quotation marks are closed."""
    try:
        words = shlex.split(text) if text.isprintable() else []
    except ValueError:
        raise BadSetup("arena/program", "", Sentence("a quotation mark is not closed: {text}", text=text)) from None
    if not words:
        raise BadSetup("arena/program", "", Sentence("program: is followed by the command that starts it"))
    return text.strip()


def entrants_from(texts: list[str], game: str, budget: Budget | None = None) -> list[Entrant]:
    """Two bots or more, each once."""
    entrants = [entrant_from(text, game, budget) for text in texts]
    if len(entrants) < 2:
        raise BadSetup("arena/bots", "", Sentence("an arena needs two bots or more"))
    labels = [entrant.label for entrant in entrants]
    twice = [label for n, label in enumerate(labels) if label in labels[:n]]
    if twice:
        sentence = Sentence("{bot} is there twice; to let it play itself, give one a budget: NAME@200", bot=twice[0])
        raise BadSetup("arena/twice", "", sentence)
    paced = budget is not None or any("@" in entrant.label for entrant in entrants if not entrant.command)
    if paced and any(entrant.command for entrant in entrants):
        sentence = Sentence("beside a program the bots play at a server's table, at their own pace: give no budget")
        raise BadSetup("arena/program-budget", "", sentence)
    return entrants
