"""The games that a study needs, as its questions ask for them."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ewala.core.game import Game

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Run:
    """Games of one kind: the rules, one policy for all seats, how many, and what they begin with."""

    game: Game
    policy: str
    games: int
    start: str = ""  # a position's text; empty: as the rules have it
    order: str = ""  # of play; empty: as the rules have it

    @property
    def name(self) -> str:
        """The name of the folder for these games: those with other rules, policy, start or order have another one."""
        about = [self.game.name, self.game.fingerprint, self.game.parameters()]
        about += [differs for differs in (self.start, self.order) if differs]
        rules = json.dumps(about, sort_keys=True)
        return f"{''.join(self.game.seats)}-{self.policy}-{hashlib.sha256(rules.encode()).hexdigest()[:10]}"


class Games(Protocol):
    """Where the games of a study are: played once, and shared by its questions."""

    seed: int

    @property
    def expect(self) -> Callable[[int], None]:
        """Say that so many more games turn out to be needed, for whoever shows the progress."""

    def of(self, run: Run) -> "pl.LazyFrame":
        """The table of a run's games, lazily."""

    def left(self, runs: Sequence[Run]) -> int:
        """How many games of these have not been asked for yet."""
