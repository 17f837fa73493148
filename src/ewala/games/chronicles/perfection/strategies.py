"""How often a bot plays each move, wherever somebody asks: by what it says, or by what it is seen to do."""

import random
from collections import Counter

from ewala.core.engine import Engine
from ewala.core.state import State, View
from ewala.games.chronicles.bots.bot import ChroniclesBot
from ewala.games.chronicles.rules.game import Chronicles
from ewala.kit.bot import Bot
from ewala.kit.yardstick import Contender

DRAWS = 40  # times that a bot is asked which does not say how often it plays what

Strategy = dict[int, float]  # a probability for each move that is ever made


def mixing(bot: Bot) -> ChroniclesBot | None:
    """A bot that says how often it plays what, so that its strategies are known and not drawn."""
    return bot if isinstance(bot, ChroniclesBot) and not (bot.noise or bot.whim) else None


class Strategies:
    """A bot's strategies in one game; each is asked for once."""

    def __init__(self, contender: Contender, game: Chronicles, seed: int) -> None:
        self._contender = contender
        self._game = game
        self._engine: Engine = game.interpreted
        self._seed = seed
        self._known: dict[bytes, Strategy] = {}
        self.bot = mixing(contender.bot)

    def at(self, data: bytes) -> Strategy:
        """What it would play in the seat that has to act, from what that seat may know."""
        view = State(self._game, data).view(self._game.seats[self._engine.to_act(data)])
        if view.data not in self._known:
            said = self.bot.strategy(view, self._contender.budget) if self.bot else None
            self._known[view.data] = said if said is not None else self._drawn(view)
        return self._known[view.data]

    def _drawn(self, view: View) -> Strategy:
        rng = random.Random(f"{self._seed}, {view.data.hex()}")
        if len(view.moves()) == 1:
            return {self._game.move_code(view.moves()[0]): 1.0}
        budget = self._contender.budget
        moves = Counter(self._contender.bot.choose(view, budget=budget, rng=rng) for _ in range(DRAWS))
        return {self._game.move_code(move): often / DRAWS for move, often in moves.items()}
