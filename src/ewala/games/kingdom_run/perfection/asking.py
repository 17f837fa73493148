"""A bot, asked for its decisions one by one."""

import random

from ewala.core.state import State
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import ACT, SOW
from ewala.games.kingdom_run.rules.state import State as Record
from ewala.kit.yardstick import Contender


def choice_of(contender: Contender, game: KingdomRun, data: bytes, rng: random.Random) -> int:
    """What it does; where there is one move, it is not asked."""
    moves = game.engine.legal(data)
    if len(moves) == 1:
        return moves[0]
    view = State(game, data).view(game.seats[game.engine.to_act(data)])
    return game.move_code(contender.bot.choose(view, budget=contender.budget, rng=rng))


def end_of_turn(contender: Contender, game: KingdomRun, data: bytes, rng: random.Random) -> bytes:
    """Where it brings a turn in which actions are being chosen."""
    while Record.unpack(data).phase in (ACT, SOW):
        data = game.engine.apply(data, choice_of(contender, game, data, rng))
    return data
