"""One first bid's slot as a matrix game, with its solution and what of it is worth a deeper look."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ewala.games.chronicles.bots.workspace import Workspace

__all__ = ["CLOSE", "Answer", "SlotGame"]

Array = np.ndarray[Any, np.dtype[Any]]
Answer = tuple[int, int]  # the second bidder's rune and slot

CLOSE = 0.05  # how far apart values are that a deeper look may well turn round
_CURIOSITY = 0.1  # the weight of a choice that is nearly as good as those that are played


@dataclass
class SlotGame:
    """Rows are the first bidder's runes, columns the answers; values are the first bidder's."""

    slot: int
    runes: list[int]
    answers: list[Answer]
    matrix: Array
    face_up: bool  # the first bid is made under Clairvoyance: the answer knows it (CR-5.5)
    value: float = 0.0
    x: Array = field(default_factory=lambda: np.zeros(0))  # the first bidder's probabilities
    y: Array = field(default_factory=lambda: np.zeros(0))  # the second's; unused when the bid is face up
    deep: Array = field(default_factory=lambda: np.zeros(0))  # which entries have had their deeper look

    def __post_init__(self) -> None:
        self.deep = np.zeros(self.matrix.shape, bool)

    def solve(self, kernels: Any, work: Workspace) -> None:
        """Find the value and both optimal strategies."""
        rows, columns = self.matrix.shape
        if self.face_up:
            sure = self.matrix.min(axis=1)
            self.value = float(sure.max())
            self.x = np.zeros(rows)
            self.x[int(sure.argmax())] = 1
            self.y = np.zeros(columns)
            self.y[int(self.matrix[int(sure.argmax())].argmin())] = 1
        else:
            self.value = float(kernels.solve(self.matrix, rows, columns, work.tableau, work.names, work.x, work.y))
            self.x, self.y = work.x[:rows].copy(), work.y[:columns].copy()

    def rune_values(self) -> Array:
        """What each rune is worth against the second bidder's optimal answer."""
        return self.matrix.min(axis=1) if self.face_up else self.matrix @ self.y

    def answer_values(self, rune: int | None) -> Array:
        """What each answer leaves the first bidder: against a rune that is seen, or against the optimal mixture."""
        left: Array = self.x @ self.matrix if rune is None else self.matrix[self.runes.index(rune)]
        return left

    def wanted(self, *, whole: bool) -> Array:
        """The entries that its solution rests on and that had no deeper look: in columns, or in rows too."""
        if self.face_up:
            asked = self.matrix == self.matrix.min(axis=1)[:, None]
            if whole:
                asked |= self.x[:, None] > 0
        else:
            asked = np.broadcast_to(self.y > 0, self.matrix.shape) | (whole & (self.x > 0))[:, None]
        rest: Array = asked & ~self.deep
        return rest

    def interest(self) -> Array:
        """How much a deeper look at each entry promises; 0 for those that have had it."""
        rune_values = self.rune_values()
        rows = self.x + _CURIOSITY * np.exp((rune_values - rune_values.max()) / CLOSE)
        if self.face_up:
            columns = np.exp((rune_values[:, None] - self.matrix) / CLOSE)
        else:
            answer_values = self.answer_values(None)
            columns = (self.y + _CURIOSITY * np.exp((answer_values.min() - answer_values) / CLOSE))[None, :]
        wanted: Array = np.where(self.deep, 0.0, rows[:, None] * columns)
        return wanted
