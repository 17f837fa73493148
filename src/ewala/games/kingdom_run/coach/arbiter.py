"""What luck is worth in Kingdom Run: one look at a turn before its dice are rolled says it for all of its rolls."""

from collections.abc import Sequence
from functools import partial

from ewala.core.state import State as Position
from ewala.games.kingdom_run.bots.search_pool import borrowed_search
from ewala.games.kingdom_run.coach.calibration import calibrated
from ewala.games.kingdom_run.coach.looks import Look, Looks, width
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import ACT, OVER, ROLL, SOW, State
from ewala.kit.arbiter import Arbiter
from ewala.kit.effort import Effort
from ewala.kit.ledger import Chances, as_chances

# Effort: a narrower look misses what dice are good for (docs/arena.md has by how much), a wider one finds little more.
LEAST, MOST = 40, 100


class KingdomRunArbiter(Arbiter):
    """The coach's opinion of turns before they are played."""

    def __init__(self, game: KingdomRun, effort: Effort) -> None:
        self.game = game
        self.effort = Effort(max(LEAST, min(MOST, effort.iterations)))
        self._last: tuple[bytes, Look] | None = None  # the turn that was asked for last, which has more rolls to come

    def worth(self, state: Position) -> Chances:
        s = State.unpack(state.data)
        if s.phase not in (OVER, ACT, SOW):
            return self._look(s).at(s)
        with borrowed_search(self.game) as search:
            end = state.data
            if s.phase != OVER:
                end = search.ends(state.data, width=width(self.effort), most=1)[0].board
            return as_chances(search.judge(end))

    def after(self, state: Position, moves: Sequence[int]) -> list[Chances]:
        s = State.unpack(state.data)
        if s.phase in (ACT, SOW):
            return super().after(state, moves)
        look = self._look(s)
        return [look.after(state.data, move) for move in moves]

    def _look(self, s: State) -> Look:
        """The look at the turn of a position in which nothing has been done yet."""
        s = State.unpack(s.pack())
        s.phase, s.dice = ROLL, 0
        board = s.pack()
        if self._last is None or self._last[0] != board:
            with borrowed_search(self.game) as search:
                self._last = board, Looks(search, self.effort, partial(calibrated, self.game)).close(board)
        return self._last[1]
