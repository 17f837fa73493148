"""New values against old ones, with the quick search that they are trained with."""

import random

from ewala.core.engine import Rng
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.rules.state import OVER, State
from ewala.games.kingdom_run.training.self_play import play_turn

__all__ = ["play_deal"]


def play_deal(new: TurnSearch, old: TurnSearch, rng: random.Random) -> float:
    """What the new search wins alone among old ones, on average over the seats, with the same dice in each."""
    dice, seats = rng.getrandbits(60), len(new.game.seats)
    return sum(_play(new, old, seat, dice) for seat in range(seats)) / seats


def _play(new: TurnSearch, old: TurnSearch, seat: int, dice: int) -> float:
    data, words = new.game.engine.start(), Rng(dice)
    while (s := State.unpack(data)).phase != OVER:
        data, _ = play_turn(new if s.seat == seat else old, data, words, lambda: 0.0, 0)
    return float(old.judge(data)[seat])
