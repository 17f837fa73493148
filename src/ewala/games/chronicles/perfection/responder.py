"""Somebody who knows how often its opponent plays what, and answers that as well as it can see.

What it wins of whole games beyond its half is the least that can be gained against the opponent: a best response gains
more. It looks one turn ahead through everything that the opponent may do, to the values of a search.
"""

import random
from collections.abc import Iterable, Mapping

from ewala.core.engine import Engine
from ewala.core.state import View
from ewala.games.chronicles.bots.fitted import fitted_network
from ewala.games.chronicles.bots.public import bidding
from ewala.games.chronicles.bots.search import Search
from ewala.games.chronicles.perfection.strategies import Strategies
from ewala.games.chronicles.rules.codes import BID_MADE
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import EFFECT, SLOTS, TURNS
from ewala.games.chronicles.rules.state import State as Record
from ewala.kit.bot import Budget, own_game
from ewala.kit.yardstick import Contender

GLANCE, CLOSE = 0, 1  # turns looked ahead after this one: for every bid, and for the best of them
BEST = 6
_SOLVED_FROM = 7  # the turn from which the closer look goes to the end

Outcomes = Mapping[bytes, float]  # positions that a bid may lead to, each with its probability


class Responder:
    """Takes a seat against one opponent."""

    def __init__(self, contender: Contender, seed: int) -> None:
        self._contender = contender
        self._seed = seed
        self._game: Chronicles | None = None
        self._strategies: Strategies
        self._search: Search
        self._engine: Engine

    def choose(self, view: View, *, budget: Budget, rng: random.Random) -> str:
        self._settle(own_game(view, Chronicles))
        moves = self._engine.legal(view.data)
        if len(moves) == 1:
            return view.game.move_text(moves[0])
        s = Record.unpack(view.data)
        seat = view.game.seats.index(str(view.viewer))
        if s.phase == EFFECT:
            outcomes: dict[int, Outcomes] = {move: {self._engine.apply(view.data, move): 1.0} for move in moves}
        elif s.pending:
            outcomes = self._of_answers(view.data, moves)
        else:
            outcomes = self._of_first_bids(view.data, moves)
        return view.game.move_text(self._best(outcomes, s.turn, seat))

    def _settle(self, game: Chronicles) -> None:
        if game != self._game:
            self._game = game
            self._engine = game.interpreted
            self._strategies = Strategies(self._contender, game, self._seed)
            self._search = Search(game, "win", fitted_network())

    def _best(self, outcomes: Mapping[int, Outcomes], turn: int, seat: int) -> int:
        """The best at a glance, looked at more closely."""
        glances = {move: self._worth(after, GLANCE, seat) for move, after in outcomes.items()}
        best = sorted(glances, key=lambda move: -glances[move])[:BEST]
        ahead = TURNS if turn >= _SOLVED_FROM else CLOSE
        return max(best, key=lambda move: self._worth(outcomes[move], ahead, seat))

    def _worth(self, outcomes: Outcomes, ahead: int, seat: int) -> float:
        sign = 1 - 2 * seat
        return sum(often * sign * self._search.worth(Record.unpack(data), ahead) for data, often in outcomes.items())

    def _of_answers(self, data: bytes, moves: Iterable[int]) -> dict[int, Outcomes]:
        """The opponent has bid: its rune is as likely as it would have bid each in this slot."""
        turn = bidding(Record.unpack(data))
        start = turn.start.pack()
        bids = self._strategies.at(start)
        if turn.rune is not None:
            likely = {BID_MADE + SLOTS * turn.rune + int(turn.slot or 0): 1.0}
        else:
            likely = {move: often for move, often in bids.items() if (move - BID_MADE) % SLOTS == turn.slot}
            if not likely:  # it was not expected there, so that nothing is known of its rune
                hand = self._engine.legal(start)
                likely = dict.fromkeys((move for move in hand if (move - BID_MADE) % SLOTS == turn.slot), 1.0)
        whole = sum(likely.values())
        before = {self._engine.apply(start, move): often / whole for move, often in likely.items()}
        return {
            move: _added((self._engine.apply(behind, move), often) for behind, often in before.items())
            for move in moves
        }

    def _of_first_bids(self, data: bytes, moves: Iterable[int]) -> dict[int, Outcomes]:
        """The opponent answers what it sees of the bid."""
        found: dict[int, Outcomes] = {}
        for move in moves:
            after = self._engine.apply(data, move)
            answers = self._strategies.at(after)
            found[move] = _added((self._engine.apply(after, answer), often) for answer, often in answers.items())
        return found


def _added(pairs: Iterable[tuple[bytes, float]]) -> Outcomes:
    total: dict[bytes, float] = {}
    for data, often in pairs:
        total[data] = total.get(data, 0.0) + often
    return total
