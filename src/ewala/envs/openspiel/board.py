"""A position that moves are made on, as fast as Python can have it: compiled rules, one call a move, no texts."""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Self

import numpy as np

from ewala.core.compiled import bound_twin
from ewala.core.errors import IllegalMove
from ewala.core.state import State
from ewala.games.registry import game_class

CHANCE, OVER = -1, -4  # as OpenSpiel numbers who has to act

_STEPS, _WALK = "ewala.envs.openspiel.steps", "ewala.core.walk"


class CompiledGame:
    """A game's compiled functions, its `Rules` and its first position, for all boards on which it is played."""

    def __init__(self, start: State) -> None:
        game = start.game
        kernel = importlib.import_module(game.kernel)
        self.game = game
        self.seats = len(game.seats)
        self.features: int = kernel.FEATURES
        self.codes: int = kernel.CODES
        self.most_moves: int = kernel.MOST_MOVES
        self.steps: Any = bound_twin(_STEPS, game.kernel)
        self.walk: Any = bound_twin(_WALK, game.kernel)
        self.rules = np.frombuffer(game.rules.pack(), type(game.rules).dtype()).copy()
        self._outcomes: dict[bytes, tuple[list[tuple[int, int]], list[tuple[int, float]]]] = {}
        self._record = kernel.State.dtype()
        self._start = start.data

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, start: State) -> Self:
        """The compiled game that begins in this position; the same object every time."""
        return cls(start)

    @cached_property
    def first(self) -> "Board":
        """The first position; to be copied, not to be played on."""
        return self.board(self._start)

    def board(self, data: bytes) -> "Board":
        states = np.frombuffer(bytearray(data), self._record)  # `copy` leaves out what lies between fields
        out = np.zeros(self.seats + 2 + self.most_moves, np.int64)
        n = self.steps.look(states, self.rules, self.seats, out)
        return Board(self, states, out, int(out[0]), [0] * (self.seats + 1), out[self.seats + 2 : n].tolist())

    def outcomes(self, states: Any) -> tuple[list[tuple[int, int]], list[tuple[int, float]]]:
        """The outcomes of a chance node, in rising order, with their weights, and with their probabilities.

        Few lists ever differ, so they are kept.
        """
        numbers = np.zeros((2, self.most_moves), np.int64)
        n = self.steps.outcomes(states, self.rules, numbers[0], numbers[1])
        key = numbers.tobytes()
        if key not in self._outcomes:
            weights = list(zip(*numbers[:, :n].tolist(), strict=True))
            total = sum(weight for _, weight in weights)
            self._outcomes[key] = weights, [(move, weight / total) for move, weight in weights]
        return self._outcomes[key]


@dataclass(slots=True, eq=False)
class Board:
    """A position, with who has to act and what they may do, as codes."""

    compiled: CompiledGame
    states: Any  # one record
    out: Any  # where the compiled rules write
    who: int  # a seat, CHANCE or OVER
    seen: list[int]  # what each seat, and last a spectator, has seen of the last move
    moves: list[int]  # of the seat that has to act, in rising order

    def __deepcopy__(self, memo: object) -> "Board":
        """OpenSpiel copies states attribute by attribute, each deeply."""
        states = np.frombuffer(bytearray(self.states.tobytes()), self.states.dtype)  # what lies between fields, too
        return Board(self.compiled, states, self.out.copy(), self.who, self.seen, self.moves)

    def __reduce__(self) -> tuple[Any, ...]:
        """OpenSpiel writes states down by pickling each attribute."""
        game = self.compiled.game
        return _restored, (game.name, game.parameters(), self.compiled.first.data(), self.data(), self.seen)

    def make(self, move: int) -> None:
        """Make a move, or let an outcome of chance come about; raises IllegalMove."""
        compiled = self.compiled
        n = compiled.steps.step(self.states, compiled.rules, move, compiled.seats, self.out)
        if n < 0:
            raise self._refused(move, -n)
        numbers = self.out[:n].tolist()
        self.who = numbers[0]
        self.seen = numbers[1 : compiled.seats + 2]
        self.moves = numbers[compiled.seats + 2 :]

    def _refused(self, move: int, reason: int) -> IllegalMove:
        why = self.compiled.game.reasons[reason]
        try:
            text = self.compiled.game.move_text(move)
        except KeyError:  # not every number is the code of a move
            text = str(move)
        return IllegalMove(why.code, why.clause, text, why.sentence)

    def chances(self) -> list[tuple[int, float]]:
        """Each outcome of a chance node with its probability."""
        return self.compiled.outcomes(self.states)[1]

    def weights(self) -> list[tuple[int, int]]:
        """Likewise, with its weight: exact."""
        return self.compiled.outcomes(self.states)[0]

    def data(self) -> bytes:
        return bytes(self.states.tobytes())

    def features(self, viewer: int) -> Any:
        """What a learner in the viewer's place sees."""
        found = np.zeros(self.compiled.features, np.int64)
        self.compiled.steps.features(self.states, self.states.copy(), self.compiled.rules, viewer, found)
        return found

    def utilities(self) -> list[float]:
        """What each seat has won; nothing before the end."""
        return _utilities(self.compiled, self.states) if self.who == OVER else [0.0] * self.compiled.seats

    def play_out(self, rng: Any) -> list[float]:
        """What each seat wins after random play to the end, each move equally likely; the board stays as it is."""
        states = self.states.copy()
        self.compiled.walk.play_out(states[0], self.compiled.rules[0], rng)
        return _utilities(self.compiled, states)


def _utilities(compiled: CompiledGame, states: Any) -> list[float]:
    """What each seat has won: 1 alone, less together; all that is won, the others lose in equal parts."""
    seats = compiled.seats
    found = np.zeros(2 * seats, np.int64)
    compiled.steps.shares(states, compiled.rules, found)
    won = found[seats:].tolist()
    winners = sum(won)
    return [(seats * wins / winners - 1) / (seats - 1) for wins in won]


def _restored(name: str, parameters: Mapping[str, str], start: bytes, data: bytes, seen: list[int]) -> Board:
    """The board that was pickled."""
    board = CompiledGame.of(State(game_class(name).from_parameters(parameters), start)).board(data)
    board.seen = seen
    return board
