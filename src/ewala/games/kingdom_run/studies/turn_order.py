"""Another order of play: who was last in a round is first in the next."""

from itertools import cycle
from typing import cast

from ewala.core.game import Game
from ewala.games.kingdom_run.rules.ending import finished
from ewala.games.kingdom_run.rules.state import ROLL, Rules, State


class ForthAndBack:
    """Seats in the order of play, then back: 1 2 3 3 2 1 1 2 3. Who is finished has no more turns, as ever (KR-8.4)."""

    def __init__(self, game: Game, start: bytes) -> None:
        self._rules = cast("Rules", game.rules)
        players, first = len(game.seats), State.unpack(start).seat
        forth = [(first + n) % players for n in range(players)]
        self._turns = cycle([*forth, *reversed(forth)])
        next(self._turns)  # has the turn

    def passed_on(self, data: bytes) -> bytes:
        s = State.unpack(data)
        if s.phase != ROLL:
            return data
        s.seat = next(seat for seat in self._turns if not finished(s, self._rules, seat))
        return s.pack()


ORDERS = {"forth-and-back": ForthAndBack}
