"""Who takes part in an arena: bots of the roster, at their own pace or at one that is given, and external programs."""

import re
from dataclasses import dataclass

from ewala.bots.protocol import Budget
from ewala.bots.roster import entry_called
from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence

__all__ = ["PROGRAM", "Entrant", "budget_from", "entrant_from", "entrants_from"]

PROGRAM = "program:"
_BUDGET = re.compile(r"(\d+)|(\d+(?:\.\d+)?|\.\d+)s", re.ASCII)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot as it takes part; `label` is what results call it, and no two have the same."""

    label: str
    name: str  # the roster's; "" for a program
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
    """`NAME`, `NAME@BUDGET` or `program:COMMAND`; `budget` is everybody's who has none in the text."""
    if text.startswith(PROGRAM):
        command = text.removeprefix(PROGRAM).strip()
        if not command or not command.isprintable():
            raise BadSetup("arena/program", "", Sentence("program: is followed by the command that starts it"))
        return Entrant(text, "", None, command)
    name, at, own = text.partition("@")
    entry = entry_called(game, name)
    return Entrant(text, name, budget_from(own) if at else budget or entry.budget)


def entrants_from(texts: list[str], game: str, budget: Budget | None = None) -> list[Entrant]:
    """Two bots or more, each once."""
    entrants = [entrant_from(text, game, budget) for text in texts]
    if len(entrants) < 2:
        raise BadSetup("arena/bots", "", Sentence("an arena needs two bots or more"))
    twice = [text for n, text in enumerate(texts) if text in texts[:n]]
    if twice:
        sentence = Sentence("{bot} is there twice; to let it play itself, give one a budget: NAME@200", bot=twice[0])
        raise BadSetup("arena/twice", "", sentence)
    paced = budget is not None or any("@" in entrant.label for entrant in entrants if not entrant.command)
    if paced and any(entrant.command for entrant in entrants):
        sentence = Sentence("beside a program the bots play at a server's table, at their own pace: give no budget")
        raise BadSetup("arena/program-budget", "", sentence)
    return entrants
