"""What a study is about: a game, how it is played, and how many games answer a question."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from ewala.core.game import Game
from ewala.core.options import Value
from ewala.core.sentences import Sentence
from ewala.kit.study.figures import Answer
from ewala.kit.study.games import Games, Run

# So many times fewer games than at random, where a policy takes that much longer.
_SLOWER = {"uniform": 1, "greedy": 20, "good": 50}
_BOTS_SLOWER = 2000
_FEWEST = 100


@dataclass(frozen=True)
class Brief:
    """A study's settings."""

    game: Game  # the rules from which questions may depart
    games: int  # at random, for each question and number of players
    policies: Sequence[str]
    counts: Sequence[Game] = ()  # the game for each number of players; none if only that of `game` is studied

    @property
    def main(self) -> str:
        """The policy with the most games."""
        return self.policies[0]

    def games_of(self, policy: str, part: float = 1.0) -> int:
        """How many games of a policy, or a part of them."""
        slower = _SLOWER.get(policy, _BOTS_SLOWER)
        return min(self.games, max(int(self.games * part / slower), _FEWEST))

    def by_players(self) -> list[Game]:
        """The game with each number of players that is studied."""
        return [*self.counts] or [self.game]

    def varied(self, **changes: object) -> Game:
        """The game with other rules in some respect."""
        return self.game.with_options(**cast("Mapping[str, Value]", changes))

    def runs(self) -> list[Run]:
        """All games of every number of players and policy: what most questions look at."""
        return [Run(game, policy, self.games_of(policy)) for game in self.by_players() for policy in self.policies]

    def main_run(self) -> Run:
        """The games of the most players, with the policy that has the most games."""
        return Run(self.by_players()[-1], self.main, self.games_of(self.main))


@dataclass(frozen=True)
class Question:
    """Something that a designer wants to know."""

    name: str  # for `--only`
    title: Sentence
    runs: Callable[[Brief], list[Run]]  # which games it is known to need
    answer: Callable[[Brief, Games], Answer]


def played(policy: str) -> Sentence:
    """How somebody with this policy plays."""
    known = {"uniform": Sentence("at random"), "greedy": Sentence("greedily"), "good": Sentence("well")}
    return known.get(policy) or Sentence("as {bot}", bot=policy)
