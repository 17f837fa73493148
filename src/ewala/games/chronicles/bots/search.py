"""A turn solved: every slot's matrix game, looked at once and then deeper where it matters."""

import importlib
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ewala.core.engine import Compiled
from ewala.games.chronicles.bots.network import Network
from ewala.games.chronicles.bots.payoffs import Utility
from ewala.games.chronicles.bots.public import Bidding
from ewala.games.chronicles.bots.slot_game import CLOSE, SlotGame
from ewala.games.chronicles.bots.turn_search import COLUMNS, ROWS
from ewala.games.chronicles.bots.workspace import DEEPEST, Workspace, compiled_workspace, interpreted_workspace
from ewala.games.chronicles.rules.effects import open_slots
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import SLOTS, TURNS, State

__all__ = ["PRICES", "Search", "members"]

_BATCH = 8  # entries that are looked at between two solutions
_DULL = 1e-4  # no interest below this
# What a look costs on each turn, from 0, in iterations: one is about a millisecond, since early turns have more bids.
PRICES = (0, 15, 10, 6, 4, 2, 1, 1, 1, 1)


class Kernels(NamedTuple):
    """The search's kernels, compiled or not."""

    solve: Callable[..., float]
    worth: Callable[..., float]
    lay_out_slot: Callable[..., int]
    pair_worth: Callable[..., float]
    forget: Callable[..., None]


def members(word: int, most: int) -> list[int]:
    """The members of a set of small numbers."""
    return [n for n in range(most) if word >> n & 1]


class Search:
    """The search for one game's layout. Threads may share it: each has a workspace of its own."""

    def __init__(self, game: Chronicles, utility: Utility, network: Network) -> None:
        self.rules = game.rules
        self._compiled = isinstance(game.fast_engine, Compiled)
        self._utility: Utility = utility
        self._network = network
        self._own = threading.local()
        self._kernels = _kernels(compiled=self._compiled)

    @property
    def work(self) -> Workspace:
        """The thread's workspace."""
        if not hasattr(self._own, "work"):
            make = compiled_workspace if self._compiled else interpreted_workspace
            self._own.work = make(self.rules, self._utility, self._network)
        work: Workspace = self._own.work
        return work

    def _put(self, s: State) -> Workspace:
        """The workspace, with a position on its lowest level."""
        work = self.work
        work.stack[0] = np.frombuffer(s.pack(), State.dtype())[0] if self._compiled else s
        return work

    def _put_anew(self, s: State) -> Workspace:
        """The same, with nothing remembered of earlier searches."""
        self._kernels.forget(self.work)
        return self._put(s)

    def worth(self, s: State, turns: int) -> float:
        """What a position is worth to order, looking some turns ahead, or to the end where it is nearer."""
        return float(self._kernels.worth(self._put_anew(s), 0, _ahead(s, turns)))

    def slots(self, turn: Bidding) -> list[int]:
        """The slots that the first bidder may choose."""
        return members(open_slots(turn.start, turn.start.initiative), SLOTS)

    def slot_game(self, turn: Bidding, slot: int, turns: int) -> SlotGame:
        """The game of a first bid in a slot, its entries looking that many turns ahead, solved."""
        start, depth = turn.start, _ahead(turn.start, turns)
        work = self._put_anew(start)
        self._kernels.lay_out_slot(work, 0, slot, depth)
        rows, columns = int(work.nodes[0, ROWS]), int(work.nodes[0, COLUMNS])
        runes = [int(rune) for rune in work.runes[0, :rows]]
        answers = [divmod(int(code), SLOTS) for code in work.moves[0][:columns]]
        game = SlotGame(slot, runes, answers, work.games[0, :rows, :columns].copy(), turn.face_up)
        self.solve(game)
        return game

    def solve(self, game: SlotGame) -> None:
        """Solve a game whose entries have changed."""
        game.solve(self._kernels, self.work)

    def pair_worth(self, turn: Bidding, game: SlotGame, row: int, column: int, turns: int) -> float:
        """One entry of a slot's game, looking that many turns ahead."""
        start, (answer, place) = turn.start, game.answers[column]
        depth = _ahead(start, turns)
        value = self._kernels.pair_worth(self._put(start), 0, game.runes[row], game.slot, answer, place, depth)
        return (1 - 2 * start.initiative) * float(value)

    def deepen(self, turn: Bidding, games: list[SlotGame], turns: int, go_on: Callable[[int], bool]) -> int:
        """Look deeper at the entries that matter most, one after another while `go_on(price)`; returns how many."""
        self._kernels.forget(self.work)
        price = PRICES[turn.start.turn]
        interests = [game.interest() for game in games]
        looks = 0
        while True:
            best = max(game.value for game in games)
            lure = [
                float(wanted.max() * np.exp((game.value - best) / CLOSE))
                for game, wanted in zip(games, interests, strict=True)
            ]
            chosen = int(np.argmax(lure))
            if lure[chosen] < _DULL:
                return looks
            game, wanted = games[chosen], interests[chosen]
            for _ in range(_BATCH):
                i, j = divmod(int(wanted.argmax()), wanted.shape[1])
                if wanted[i, j] < _DULL:
                    break
                if not go_on(price):
                    self.solve(game)
                    return looks
                game.matrix[i, j] = self.pair_worth(turn, game, i, j, turns)
                game.deep[i, j] = True
                wanted[i, j] = 0
                looks += 1
            self.solve(game)
            interests[chosen] = game.interest()

    def settle(self, turn: Bidding, games: list[SlotGame]) -> None:
        """Solve the turn to the end, looking only at entries that the solution asks for; the others stay as they were.

        In the best slot's game these are the rows and columns that are played, in the others the columns: what a slot
        is worth against some answers is no less than its value.
        """
        self._kernels.forget(self.work)
        while True:
            best = max(games, key=lambda game: game.value)
            chosen = next((game for game in (best, *games) if game.wanted(whole=game is best).any()), None)
            if chosen is None:
                return
            for i, j in np.argwhere(chosen.wanted(whole=chosen is best)):
                chosen.matrix[i, j] = self.pair_worth(turn, chosen, int(i), int(j), TURNS)
                chosen.deep[i, j] = True
            self.solve(chosen)


def _ahead(s: State, turns: int) -> int:
    """Turns to look ahead: not beyond the end."""
    return min(turns, TURNS + 1 - s.turn, DEEPEST)


def _kernels(*, compiled: bool) -> Kernels:
    def module(name: str) -> Any:
        full = f"ewala.games.chronicles.bots.{name}"
        if not compiled:
            return importlib.import_module(full)
        from ewala.core.compiled import twin

        return twin(full)

    search = module("turn_search")
    return Kernels(module("matrix_game").solve, search.worth, search.lay_out_slot, search.pair_worth, search.forget)
