"""How much the best possible opponent gains against a bot's strategy over the last turns, found by trying everything.

Independent of the search: only the rules and what the bot says it would play are asked. Where a value is known that
nobody can change any more, it is taken.
"""

from collections.abc import Callable

from ewala.core.engine import CHANCE_NODE, OVER_NODE
from ewala.core.state import State
from ewala.games.chronicles.bots.payoffs import MIDDLE, PAYOFFS, Utility
from ewala.games.chronicles.perfection.strategies import Strategies
from ewala.games.chronicles.rules.codes import BID_MADE

Known = Callable[[bytes], float | None]  # order's value of a position, if both sides can be sure of it


def gain(strategies: Strategies, state: State, seat: str, utility: Utility, known: Known = lambda data: None) -> float:
    """What a seat gains by playing its best against the bot, over playing as the bot does."""
    value = BestResponse(strategies, state, seat, utility, known)
    return value.best(state.data) - value.as_the_bot(state.data)


class BestResponse:
    """The values of one seat against the bot, from public positions at the start of a turn, and in its effects."""

    def __init__(
        self, strategies: Strategies, state: State, seat: str, utility: Utility, known: Known = lambda data: None
    ) -> None:
        self._engine = state.game.interpreted
        self._seat = state.game.seats.index(seat)
        self._payoff = PAYOFFS[utility]
        self._known: dict[tuple[bytes, bool], float] = {}
        self._strategy = strategies.at
        self._sure = known

    def best(self, data: bytes) -> float:
        """The seat plays its best."""
        return self._value(data, free=True)

    def as_the_bot(self, data: bytes) -> float:
        """The seat plays as the bot does."""
        return self._value(data, free=False)

    def _value(self, data: bytes, *, free: bool) -> float:
        if (data, free) not in self._known:
            self._known[data, free] = self._worked_out(data, free=free)
        return self._known[data, free]

    def _worked_out(self, data: bytes, *, free: bool) -> float:
        acts = self._engine.to_act(data)
        assert acts != CHANCE_NODE
        if acts == OVER_NODE:
            order, chaos = self._engine.scores(data, 2)
            return self._payoff[MIDDLE + order - chaos] * (1 - 2 * self._seat)
        sure = self._sure(data)
        if sure is not None:
            return sure * (1 - 2 * self._seat)
        moves = self._engine.legal(data)
        if moves[0] < BID_MADE:  # an effect, in the open
            if acts == self._seat and free:
                return max(self._value(self._engine.apply(data, move), free=free) for move in moves)
            strategy = self._strategy(data).items()
            return sum(often * self._value(self._engine.apply(data, move), free=free) for move, often in strategy)
        if acts == self._seat and free:
            return max(self.after_own_bid(data, move) for move in moves)
        return self._after_bids_of_the_bot(data, free=free)

    def after_own_bid(self, data: bytes, move: int) -> float:
        """The seat has bid first; the bot answers with what it sees of it."""
        after = self._engine.apply(data, move)
        answers = self._strategy(after).items()
        return sum(often * self._value(self._engine.apply(after, answer), free=True) for answer, often in answers)

    def _after_bids_of_the_bot(self, data: bytes, *, free: bool) -> float:
        """The bot bids first: for everything that can be seen of its bid, one answer to all that may be behind it."""
        seen: dict[bytes, list[tuple[bytes, float]]] = {}
        other = self._engine.to_act(data)
        for move, often in self._strategy(data).items():
            after = self._engine.apply(data, move)
            seen.setdefault(self._engine.redact(after, 1 - other), []).append((after, often))
        total = 0.0
        for view, behind in seen.items():
            answers = dict.fromkeys(self._engine.legal(view), 1.0) if free else self._strategy(view)
            values = {answer: self._mean(behind, answer, free=free) for answer in answers}
            total += max(values.values()) if free else sum(values[answer] * answers[answer] for answer in answers)
        return total

    def _mean(self, behind: list[tuple[bytes, float]], answer: int, *, free: bool) -> float:
        return sum(often * self._value(self._engine.apply(after, answer), free=free) for after, often in behind)
