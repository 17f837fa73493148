"""What an arena is about: game, bots, seed and the rest that decides which games are played."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

import msgspec

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.games.given_bots import OBJECT, entry_given
from ewala.games.registry import game_class, settled
from ewala.games.roster import roster
from ewala.kit.bot import MOMENT, SECOND, Budget
from ewala.kit.effort import Effort
from ewala.lab.arena.sequential import Hypotheses

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


LineUp = tuple[str, ...]  # a bot for each seat


@dataclass(frozen=True, slots=True)
class Task:
    """One game to be played."""

    deal: int  # from 1; the same number has the same dice
    meeting: str
    number: int  # from 1, within the deal and the meeting
    line_up: LineUp

    @property
    def key(self) -> tuple[int, str, int]:
        return self.deal, self.meeting, self.number


@dataclass(frozen=True, slots=True)
class Meeting:
    """Bots that are compared with each other: a pair of them, or all at one table."""

    bots: tuple[str, ...]
    players: int
    together: bool = False

    @property
    def name(self) -> str:
        return " – ".join(self.bots)

    @property
    def games_per_deal(self) -> int:
        return self.players if self.together or self.players == 2 else 2 * self.players

    def tasks(self, deal: int) -> Iterator[Task]:
        """The games of a deal."""
        for number, line_up in enumerate(self.line_ups(deal), 1):
            yield Task(deal, self.name, number, line_up)

    def line_ups(self, deal: int) -> list[LineUp]:
        if self.together:
            first, *others = self.bots
            orders = list(permutations(others))
            return _rotations((first, *orders[(deal - 1) % len(orders)]))
        one, other = self.bots
        alone = _rotations((one, *[other] * (self.players - 1)))
        return alone if self.players == 2 else alone + _rotations((other, *[one] * (self.players - 1)))


def meetings_of(bots: Sequence[str], players: int, *, together: bool) -> list[Meeting]:
    """Every meeting of an arena."""
    if not together:
        return [Meeting(pair, players) for pair in combinations(bots, 2)]
    if len(bots) != players:
        sentence = Sentence("together means a bot for each of the {seats} seats, not {bots}")
        sentence.blanks |= {"seats": players, "bots": len(bots)}
        raise BadSetup("arena/together", "", sentence)
    return [Meeting(tuple(bots), players, together=True)]


def _rotations(line_up: LineUp) -> list[LineUp]:
    return [line_up[-n:] + line_up[:-n] for n in range(len(line_up))]


_PLAIN = ("random", "greedy")
_PER_SECOND = 1000  # iterations, about
_PART = 1 / 3  # of the iterations for a decision
_CLOSEST = 1000  # beyond which no arbiter sees more


class Contest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that decides an arena's games; written beside its results, so that they can be gone on with."""

    game: str
    parameters: dict[str, str]  # every rule parameter, as a record's header has it
    bots: list[str]
    seed: int
    iterations: int | None = None
    seconds: float | None = None
    together: bool = False
    until_sure: bool = False
    margin: float = 0.05
    plain: bool = False  # results as they fell, luck and all

    def load_game(self) -> Game:
        return game_class(self.game).from_parameters(self.parameters)

    @property
    def entrants(self) -> dict[str, Entrant]:
        """The bots that take part, by their labels."""
        found = entrants_from(self.bots, self.game, self.budget)
        return {entrant.label: entrant for entrant in found}

    @property
    def labels(self) -> list[str]:
        """What results call the bots, in their order."""
        return list(self.entrants)

    @property
    def shared_dice(self) -> bool:
        """Whether the games of a deal have the same dice: those of programs, at a server's table, have their own."""
        return not any(entrant.command for entrant in self.entrants.values())

    @property
    def budget(self) -> Budget | None:
        if self.iterations is None and self.seconds is None:
            return None
        return Budget(iterations=self.iterations, seconds=self.seconds)

    @property
    def reckons_luck(self) -> bool:
        """Whether luck is taken off the results: a look at every roll would take far longer than plain bots' games."""
        return not self.plain and any(entrant.name not in _PLAIN for entrant in self.entrants.values())

    @property
    def luck_effort(self) -> Effort:
        """How closely luck is looked at: the more the bots may think, the closer, so that it takes a small part of the
        time. A program takes as long as a bot that has a second."""
        budgets = [entrant.budget or SECOND for entrant in self.entrants.values()]
        thought = max(one.iterations or _PER_SECOND * (one.seconds or 0.0) for one in budgets)
        return Effort(max(1, min(_CLOSEST, int(thought * _PART))))

    @property
    def repeatable(self) -> bool:
        """Whether the same seed gives the same games: nobody looks at the clock."""
        return all(
            one.name in _PLAIN or (one.budget is not None and one.budget.iterations is not None)
            for one in self.entrants.values()
        )

    def meetings(self) -> list[Meeting]:
        return meetings_of(self.labels, len(self.load_game().seats), together=self.together)

    @property
    def hypotheses(self) -> Hypotheses | None:
        """What is tested while games are played, if anything is."""
        return Hypotheses(self.margin) if self.until_sure else None


def contest_of(
    game: str | Game,
    bots: Sequence[str],
    *,
    options: Mapping[str, object] | None = None,
    **settings: Any,
) -> Contest:
    """A contest, checked: whatever cannot be is refused before anything is played."""
    rules = settled(game, options or {})
    contest = Contest(rules.name, rules.parameters(), list(bots), **settings)
    entrants = contest.entrants
    meetings = contest.meetings()
    if contest.until_sure and contest.together:
        sentence = Sentence("the test goes from pair to pair: it cannot be had for bots that play all together")
        raise BadSetup("arena/until-sure", "", sentence)
    if not 0 < contest.margin < 0.5:
        raise BadSetup("arena/margin", "", Sentence("a margin is between 0 and 0.5, such as 0.05"))
    if any(entrant.command for entrant in entrants.values()) and meetings[0].players > 2:
        raise BadSetup("arena/program-players", "", Sentence("a program plays a bot at a table for two"))
    return contest
