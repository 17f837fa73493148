"""All positions that can come of one: enumerated by the rules' kernel, numbered, kept in a book."""

from typing import Any

import numpy as np

from ewala.core.errors import BadSetup
from ewala.core.machines import COMPILED
from ewala.core.state import State as Position
from ewala.games.kingdom_run.bots.multisets import SETS, payables
from ewala.games.kingdom_run.bots.values import plain_values
from ewala.games.kingdom_run.bots.workspace import BASE, NODES, USED, Plan, Workspace
from ewala.games.kingdom_run.perfection.book import blank_book
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import OVER, ROLL, State

MOST_POSITIONS = 1 << 20
BOARDS = 1 << 16  # that one turn may lead to

Array = np.ndarray[Any, np.dtype[Any]]


class Family:
    """All positions that can come of a root, numbered; the root is 0."""

    def __init__(self, root: Position, most: int = MOST_POSITIONS) -> None:
        game = root.game
        assert isinstance(game, KingdomRun)
        s = State.unpack(root.data)
        if len(game.seats) != 2 or s.phase != ROLL:
            raise BadSetup("perfect/position", "", "a position for two that is solved stands before a roll")
        self.game = game
        self.rules = COMPILED.record(game.rules)
        pays = payables(bool(game.rules.copies_apart))
        self.payables = np.array(pays, np.int64)
        wanted = [more for more in range(1, SETS) if any(payable[more] >= 0 for payable in pays)]
        self._sets = len(wanted)
        self._values = COMPILED.held(plain_values(game))  # for the search: all boards are kept, whatever they are worth
        self.work = COMPILED.blank(Workspace, boards=BOARDS, keys=BOARDS)
        self._plan = COMPILED.blank(Plan)
        COMPILED.write(self._plan.sets, wanted)
        COMPILED.write(self._plan.keeps, [1] * len(wanted))
        self._turns, self._book_kernels = (
            COMPILED.kernels("ewala.games.kingdom_run.bots.turns"),
            COMPILED.kernels("ewala.games.kingdom_run.perfection.book"),
        )
        self.book = blank_book(most)
        self._most = most
        self._meet(root.data)

    def __len__(self) -> int:
        return int(self.book.many[0])

    def _meet(self, root: bytes) -> None:
        self._book_kernels.enter(self.book, self.rules, np.frombuffer(root, State.dtype())[0])
        number = 0
        while number < len(self):
            if not self.is_over(number):
                self.look_through(number)
                if not self._book_kernels.enter_ends(self.work, self.rules, self.payables, self.book):
                    raise BadSetup(
                        "perfect/size", "", "more than {most} positions can come of this one", most=self._most
                    )
            number += 1

    def alive(self) -> list[int]:
        """The numbers of the positions that are not over."""
        numbers: list[int] = np.flatnonzero(self.book.states["phase"][: len(self)] != OVER).tolist()
        return numbers

    def is_over(self, number: int) -> bool:
        return bool(self.book.states[number]["phase"] == OVER)

    def mover(self, number: int) -> int:
        return int(self.book.states[number]["seat"])

    def data(self, number: int) -> bytes:
        """A position's canonical bytes."""
        return canonical(self.book.states[number : number + 1])

    def number(self, data: bytes) -> int:
        """The number of a position between two turns."""
        found = int(self._book_kernels.find(self.book, self.rules, np.frombuffer(data, State.dtype())[0]))
        assert found >= 0, "a family is closed under the rules"
        return found

    def look_through(self, number: int) -> None:
        """All boards that a position's turn may lead to, in `work`."""
        self.work.boards[0] = self.book.states[number]
        self._turns.begin(self.work, self.rules, self._values, 0, 0, 0)
        self._turns.grow(self.work, self.rules, self._values, self._plan, self._sets, BOARDS)
        tally = self.work.tally
        if tally[NODES] + 1 != tally[USED] - BASE:
            raise BadSetup("perfect/turn", "", "a turn leads to more than {most} boards", most=BOARDS - BASE)


def canonical(states: Array) -> bytes:
    """A record's bytes without what lies between its fields."""
    fresh = np.zeros(1, State.dtype())
    for name in State.dtype().names or ():
        fresh[name] = states[name]
    return fresh.tobytes()
