"""A solved family, to be asked: what positions and moves are worth, and which are the best."""

import numpy as np

from ewala.core.compiled import twin
from ewala.core.state import State as Position
from ewala.games.kingdom_run.bots.bot import kept_after
from ewala.games.kingdom_run.perfection.family import MOST_POSITIONS, Array, Family
from ewala.games.kingdom_run.perfection.solving import solve
from ewala.games.kingdom_run.perfection.turn_walk import MISSING, new_walk
from ewala.games.kingdom_run.rules.dice import HANDFULS
from ewala.games.kingdom_run.rules.state import ACT, KEEP, ROLL, SOW, State
from ewala.kit.effort import Watch

_HERE = "ewala.games.kingdom_run.perfection."


class Solution:
    """The value of every position that can come of a root, for two seats."""

    def __init__(self, root: Position, watch: Watch, most: int = MOST_POSITIONS) -> None:
        self.family = Family(root, most)
        self.found = solve(self.family, watch)
        self.values = self.found.middle  # the first seat's chances
        self._rolls, self._walking, self._path = twin(f"{_HERE}rolls"), twin(f"{_HERE}turn_walk"), new_walk()

    def share(self, data: bytes, seat: int) -> float:
        """A seat's chance in a position between two turns."""
        value = float(self.values[self.family.number(data)])
        return value if seat == 0 else 1 - value

    def hands(self, number: int) -> tuple[Array, Array]:
        """For each handful what keeping it is worth to the mover, and for each four dice the number of the best end."""
        family = self.family
        family.look_through(number)
        kept, goals = np.zeros(len(HANDFULS)), np.zeros(len(family.payables), np.int64)
        about = family.payables, family.book, self.values, family.mover(number)
        self._rolls.best_ends(family.work, family.rules, *about, kept, goals)
        self._rolls.average_kept(kept)
        return kept, goals

    def move_values(self, data: bytes) -> dict[int, float]:
        """What each move of a decision is worth to its seat."""
        s = State.unpack(data)
        moves = self.family.game.engine.legal(data)
        if s.phase == KEEP:
            s.phase, s.dice = ROLL, 0
            kept, _ = self.hands(self.family.number(s.pack()))
            return {move: float(kept[kept_after(data, move)]) for move in moves}
        return {move: self.rest_of_turn(self.family.game.engine.apply(data, move), s.seat) for move in moves}

    def rest_of_turn(self, data: bytes, seat: int) -> float:
        """What a position is worth to a seat whose turn it is, or has just been: by the rules, move for move."""
        s = State.unpack(data)
        if s.phase not in (ACT, SOW):
            return self.share(data, seat)
        self._path.boards[0] = np.frombuffer(data, State.dtype())[0]
        family = self.family
        worth = float(self._walking.best_from(self._path, family.rules, family.book, self.values))
        assert worth != MISSING, "a family is closed under the rules"
        return worth
