"""What an arena is about: game, bots, seed and the rest that decides which games are played."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.games.registry import game_class, settled
from ewala.kit.bot import Budget
from ewala.kit.effort import Effort
from ewala.kit.roster import SECOND
from ewala.lab.arena.entrants import Entrant, entrants_from
from ewala.lab.arena.pairings import Meeting, meetings_of
from ewala.lab.arena.sequential import Hypotheses

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
