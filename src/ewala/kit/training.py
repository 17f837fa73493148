"""What a game has to say so that its opponents can learn: how they play themselves, fit what they saw, are tried."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ewala.kit.effort import Watch

__all__ = ["Arrays", "Fitted", "Trainer", "Trial"]

Arrays = dict[str, Any]  # numpy arrays by name: weights, or what was met in games; ready for a file


@dataclass(frozen=True)
class Fitted:
    """Weights, and how surprised they are by games that they were not fitted on: bits of nature's logarithm."""

    weights: Arrays
    before: dict[str, float]  # of each kind of game: with the weights that played
    after: dict[str, float]  # and with these


@dataclass(frozen=True)
class Trial:
    """A deal of a contest between new weights and old ones: the same dice for the new ones in each seat in turn."""

    kind: str
    won: float  # the share that the new weights won, on average over the seats
    fair: float  # what they would win on average if they were as good as the old ones


class Trainer(ABC):
    """A game's part in training. Whatever it does is determined by what it is given."""

    kinds: tuple[str, ...]  # of games, such as numbers of players: each has weights of its own

    @abstractmethod
    def recipe(self) -> dict[str, Any]:
        """The numbers that it goes by; kept with the weights."""

    @abstractmethod
    def blank(self) -> Arrays:
        """Weights that have learned nothing: the plain value."""

    @abstractmethod
    def play(self, weights: Arrays, seed: str, games: int) -> Arrays:
        """Let these weights play themselves; returns what a fit wants to know of the positions that they met."""

    @abstractmethod
    def fit(
        self, weights: Arrays, played: Sequence[Arrays], unseen: Sequence[Arrays], seed: int, cores: int, watch: Watch
    ) -> Fitted:
        """Better weights, from what was played, on so many cores; `unseen` games only tell how good they are."""

    @abstractmethod
    def contest(self, new: Arrays, old: Arrays, seed: str, games: int) -> list[Trial]:
        """At least so many games of each kind, in whole deals."""

    @abstractmethod
    def chosen(self, new: Arrays, old: Arrays, kinds: Sequence[str]) -> Arrays:
        """The new weights for some kinds of games, the old ones for the others."""
