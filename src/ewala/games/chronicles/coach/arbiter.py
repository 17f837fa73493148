"""What luck is worth in The Chronicles of Run: who begins, and which bids two mixtures happened to bring together."""

from collections.abc import Sequence

from ewala.core.state import State as Position
from ewala.games.chronicles.bots.public import bidding
from ewala.games.chronicles.bots.thought import chance_of
from ewala.games.chronicles.coach.turns import search_for
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import BID, DEAL, OVER, TURNS, State
from ewala.kit.arbiter import Arbiter
from ewala.kit.effort import Effort
from ewala.kit.ledger import Chances

SOLVED_FROM = 8  # the turn from which positions are solved to the end
CLOSE = 200  # effort from which a turn more is looked through before
CLOSELY_SOLVED_FROM = 7


class ChroniclesArbiter(Arbiter):
    """The fitted value of the next turn's start, or of the one after it; near the end, the solution."""

    def __init__(self, game: Chronicles, effort: Effort) -> None:
        self._search = search_for(game)
        close = effort.iterations >= CLOSE
        self._ahead, self._solved_from = (1, CLOSELY_SOLVED_FROM) if close else (0, SOLVED_FROM)

    def worth(self, state: Position) -> Chances:
        s = State.unpack(state.data)
        if s.phase == OVER:
            winners = state.winners()
            return tuple((seat in winners) / len(winners) for seat in state.game.seats)
        if s.phase == DEAL:
            return 0.5, 0.5  # whatever is turned up, both sides are alike until the initiative is drawn (CR-2.3)
        if s.pending:  # the turn is worth what it was
            s = bidding(s).start
        order = chance_of(self._search.worth(s, TURNS if s.turn >= self._solved_from else self._ahead))
        return order, 1 - order

    def after(self, state: Position, moves: Sequence[int]) -> list[Chances]:
        s = State.unpack(state.data)
        if (
            s.phase == BID and not s.pending
        ):  # of the runes in a mixture none is better than another, as long as it hides
            return [(0.5, 0.5)] * len(moves)
        return super().after(state, moves)
