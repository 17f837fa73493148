"""Who plays the games of a simulation on this machine: compiled, or as plain Python."""

import importlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from ewala.core.engine import bound
from ewala.core.game import Game
from ewala.core.packed import Copies, Packed
from ewala.core.rng import seeded
from ewala.lab.simulation.policies import COMPILED_POLICIES

ROWS = "ewala.lab.simulation.rows"


def tally_of(game: Game) -> ModuleType:
    """The module with a game's Tally."""
    return importlib.import_module(tally_name(game))


def tally_name(game: Game) -> str:
    return game.kernel.rpartition(".")[0] + ".tally"


class Player(ABC):
    """Plays any games of a simulation, by their numbers. Safe to use from several threads at once."""

    piece: int = 1  # games that are played at a time, so that Ctrl-C is heard soon

    order: str | None = None  # of play, if it is not the rules' own

    def __init__(self, game: Game, policies: Sequence[str], seed: int, start: bytes | None = None) -> None:
        self.game = game
        self.start = game.interpreted.start() if start is None else start
        self.policies = tuple(policies)
        self.key = seeded(seed)
        self.row = tally_of(game).Tally
        self.dtype = self.row.dtype()

    @abstractmethod
    def play(self, first: int, games: int) -> "np.ndarray[Any, Any]":
        """The rows of `games` games, from number `first` on."""


class CompiledPlayer(Player):
    """Machine code, without Python's lock: as many threads play at once as there are cores."""

    def __init__(self, game: Game, policies: Sequence[str], seed: int, start: bytes | None = None) -> None:
        from ewala.core.compiled import bound_twin, twin

        super().__init__(game, policies, seed, start)
        kernel = twin(game.kernel)
        self._play = bound_twin(ROWS, game.kernel, tally_name(game)).play_games
        self._rules = np.frombuffer(game.rules.pack(), type(game.rules).dtype())
        self._state = kernel.State.dtype()
        self._most_moves = importlib.import_module(game.kernel).codes.MOST_MOVES
        self.piece = 2048 if set(policies) == {"uniform"} else 128
        self._policies = np.array([COMPILED_POLICIES[policy] for policy in policies], np.int64)
        self.play(0, 1)  # compiled here, once, and not by several threads at the same time

    def play(self, first: int, games: int) -> "np.ndarray[Any, Any]":
        rows = np.zeros(games, self.dtype)
        states, start = np.zeros(3, self._state), np.frombuffer(self.start, self._state)
        rng = np.array([0, self.key, first], np.int64)
        moves, out = np.zeros(self._most_moves, np.int64), np.zeros(2 * len(self.policies), np.int64)
        self._play(rows, states, start, self._rules[0], self._policies, rng, moves, out)
        return rows


class InterpretedPlayer(Player):
    """Plain Python: slow, and the measure of the others."""

    piece = 8

    def __init__(self, game: Game, policies: Sequence[str], seed: int, start: bytes | None = None) -> None:
        super().__init__(game, policies, seed, start)
        self._kernel = importlib.import_module(game.kernel)
        self._play = bound(ROWS, self._kernel, tally_of(game)).play_games

    def play(self, first: int, games: int) -> "np.ndarray[Any, Any]":
        rows: list[Packed] = [self.row() for _ in range(games)]
        states = Copies(self._kernel.State() for _ in range(3))
        policies = [COMPILED_POLICIES[policy] for policy in self.policies]
        moves, out = [0] * self._kernel.codes.MOST_MOVES, [0] * 2 * len(policies)
        start = [self._kernel.State.unpack(self.start)]
        self._play(rows, states, start, self.game.rules, policies, [0, self.key, first], moves, out)
        return np.frombuffer(b"".join(row.pack() for row in rows), self.dtype)
