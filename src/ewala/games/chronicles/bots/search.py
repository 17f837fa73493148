"""A turn solved: every slot's matrix game, looked at once and then deeper where it matters."""

import threading
from collections.abc import Callable

from ewala.core.curves import exp
from ewala.core.machines import Machine, machine_of
from ewala.games.chronicles.bots.network import Network
from ewala.games.chronicles.bots.payoffs import Utility
from ewala.games.chronicles.bots.public import Bidding
from ewala.games.chronicles.bots.slot_game import CLOSE, DULL, EQUAL, SlotGame
from ewala.games.chronicles.bots.workspace import COLUMNS, DEEPEST, ROWS, Workspace, new_workspace
from ewala.games.chronicles.rules.effects import open_slots
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import SLOTS, TURNS, State

_BATCH = 8  # entries that are looked at between two solutions
# What a look costs on each turn, from 0, in iterations: one is about a millisecond, since early turns have more bids.
PRICES = (0, 15, 10, 6, 4, 2, 1, 1, 1, 1)


def members(word: int, most: int) -> list[int]:
    """The members of a set of small numbers."""
    return [n for n in range(most) if word >> n & 1]


class Search:
    """The search for one game's layout. Threads may share it: each has a workspace of its own."""

    def __init__(self, game: Chronicles, utility: Utility, network: Network, machine: Machine | None = None) -> None:
        self.rules = game.rules
        self._utility: Utility = utility
        self._machine = machine or machine_of(game)
        self._network = network
        self._own = threading.local()
        self._kernels = self._machine.kernels("ewala.games.chronicles.bots.turn_search")

    @property
    def work(self) -> Workspace:
        """The thread's workspace."""
        if not hasattr(self._own, "work"):
            self._own.work = new_workspace(self._machine, self.rules, self._utility, self._network)
        work: Workspace = self._own.work
        return work

    def _put(self, s: State) -> Workspace:
        """The workspace, with a position on its lowest level."""
        work = self.work
        self._machine.put(work.stack, 0, s.pack())
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
        rows, columns = int(work.nodes[0][ROWS]), int(work.nodes[0][COLUMNS])
        runes = self._machine.read(work.runes[0], rows)
        answers = [(code // SLOTS, code % SLOTS) for code in self._machine.read(work.moves[0], columns)]
        game = SlotGame(slot, runes, answers, self._machine.read(work.games[0], rows, columns), turn.face_up)
        self.solve(game)
        return game

    def solve(self, game: SlotGame) -> None:
        """Solve a game whose entries have changed."""
        if game.face_up:
            game.solve_open()
            return
        work, rows, columns = self.work, len(game.runes), len(game.answers)
        self._machine.write(work.restricted, game.matrix)
        game.value = float(self._kernels.solve_game(work, rows, columns))
        game.x, game.y = self._machine.read(work.x, rows), self._machine.read(work.y, columns)

    def blurred(self, values: list[list[float]], noise: float, seed: int) -> list[list[float]]:
        """Values with an error each, of this standard deviation; all rows are of one length."""
        work, rows, columns = self.work, len(values), len(values[0])
        self._machine.write(work.restricted, values)
        self._kernels.blur(work, rows, columns, noise, seed)
        return self._machine.read(work.restricted, rows, columns)

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
                wanted[0][0] * exp((game.value - best) / CLOSE) if wanted else 0.0
                for game, wanted in zip(games, interests, strict=True)
            ]
            most = max(lure)
            if most < DULL:
                return looks
            chosen = lure.index(most)
            game = games[chosen]
            for _, i, j in interests[chosen][:_BATCH]:
                if not go_on(price):
                    self.solve(game)
                    return looks
                game.look(i, j, self.pair_worth(turn, game, i, j, turns))
                looks += 1
            self.solve(game)
            interests[chosen] = game.interest()

    def settle(self, turn: Bidding, games: list[SlotGame]) -> None:
        """Solve the turn to the end, looking only at entries that the solution asks for; the others stay as they were.

        In the best slots' games these are the rows and columns that are played, in the others the columns: what a slot
        is worth against some answers is no less than its value. Of slots that seem equal each must prove it.
        """
        self._kernels.forget(self.work)
        while True:
            best = max(game.value for game in games)
            asked = [(game, game.wanted(whole=game.value >= best - EQUAL, seen=turn.rune)) for game in games]
            open_ = [(game, wanted) for game, wanted in asked if wanted]
            if not open_:
                return
            game, wanted = open_[0]
            for i, j in wanted:
                game.look(i, j, self.pair_worth(turn, game, i, j, TURNS))
            self.solve(game)


def _ahead(s: State, turns: int) -> int:
    """Turns to look ahead: not beyond the end."""
    return min(turns, TURNS + 1 - s.turn, DEEPEST)
