"""The games that a study needs, as its questions ask for them."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ewala.core.game import Game

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Games", "Run"]


@dataclass(frozen=True)
class Run:
    """Games of one kind: the rules, one policy for all seats, and how many."""

    game: Game
    policy: str
    games: int

    @property
    def name(self) -> str:
        """Of the folder; another one for other rules and another policy."""
        rules = json.dumps([self.game.name, self.game.fingerprint, self.game.parameters()], sort_keys=True)
        return f"{''.join(self.game.seats)}-{self.policy}-{hashlib.sha256(rules.encode()).hexdigest()[:10]}"


class Games(Protocol):
    """Where the games of a study are: played once, and shared by its questions."""

    seed: int

    @property
    def expect(self) -> Callable[[int], None]:
        """To be called with the number of further games that turn out to be needed."""

    def of(self, run: Run) -> "pl.LazyFrame":
        """The table of a run's games, lazily."""

    def left(self, runs: Sequence[Run]) -> int:
        """How many games of these have not been asked for yet."""
