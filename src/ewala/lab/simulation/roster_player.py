"""Games with bots: one decision at a time, as in a match, with the same dice as the compiled policies."""

import importlib
import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ewala.core.engine import CHANCE_NODE, OVER_NODE
from ewala.core.game import Game
from ewala.core.rng import begun
from ewala.core.state import State
from ewala.games.given_bots import entry_given
from ewala.games.registry import kit_of
from ewala.kit.bot import Budget, Chooser
from ewala.lab.simulation.engines import Player
from ewala.lab.simulation.policies import GOOD

_ITERATIONS = 50  # of a decision: a budget that does not depend on the machine, so that games repeat


class RosterPlayer(Player):
    """Bots decide from what their seats may know; each has a random source of its own for each game."""

    def __init__(
        self,
        game: Game,
        policies: Sequence[str],
        seed: int,
        objects: Mapping[str, Chooser],
        start: bytes | None = None,
        order: str | None = None,
    ) -> None:
        super().__init__(game, policies, seed, start)
        self.order = order
        self._orders = kit_of(game.name).orders()
        self._bots = [_bot(game, policy, objects) for policy in policies]
        self._kernel = importlib.import_module(game.kernel)
        self._tally = importlib.import_module(type(self.row()).__module__)
        self._seed = seed

    def play(self, first: int, games: int) -> "np.ndarray[Any, Any]":
        rows = b"".join(self._play_one(number) for number in range(first, first + games))
        return np.frombuffer(rows, self.dtype)

    def _play_one(self, number: int) -> bytes:
        engine, row = self.game.interpreted, self.row()
        rng_state = [begun(self.key, number)]
        rngs = [random.Random(f"{self._seed} {number} {seat}") for seat in self.game.seats]
        state = State(self.game, self.start)
        order = self._orders[self.order](self.game, self.start) if self.order else None
        while (seat := engine.to_act(state.data)) != OVER_NODE:
            if seat == CHANCE_NODE:
                move = int(self._kernel.sample(engine.look(state.data), self.game.rules, rng_state))
            else:
                view = state.view(self.game.seats[seat])
                choice = self._bots[seat].choose(view, budget=Budget(iterations=_ITERATIONS), rng=rngs[seat])
                move = self.game.move_code(choice)
            self._tally.note(engine.look(state.data), self.game.rules, move, row)
            row.moves += 1
            data = engine.apply(state.data, move)
            state = State(self.game, order.passed_on(data) if order else data)
        out = [0] * 2 * len(self.game.seats)
        self._tally.close(engine.look(state.data), self.game.rules, out, row)
        return bytes(row.pack())


def _bot(game: Game, policy: str, objects: Mapping[str, Chooser]) -> Chooser:
    if policy == GOOD and (good := kit_of(game.name).good_play()):
        return good
    name = "random" if policy == "uniform" else policy
    return entry_given(game.name, objects.get(name, name)).bot
