"""New values against old ones, with the quick search that they are trained with."""

import random

from ewala.core.engine import Rng
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.rules.state import OVER, State
from ewala.games.kingdom_run.training.self_play import play_turn

REPLIES = 3  # ends of a turn from which it looks on: values have to serve opponents that look on as well


def play_deal(new: TurnSearch, old: TurnSearch, rng: random.Random) -> float:
    """What the new search wins alone among old ones, on average over the seats, with the same dice in each.

    The luck of the dice is taken off: what each mover thinks that its dice are worth, less what it could expect of
    them. Its mean is nothing, whatever the mover thinks.
    """
    dice, seats = rng.getrandbits(60), len(new.game.seats)
    return sum(_play(new, old, seat, dice) for seat in range(seats)) / seats


def _play(new: TurnSearch, old: TurnSearch, seat: int, dice: int) -> float:
    data, words, luck = new.game.engine.start(), Rng(dice), 0.0
    while (s := State.unpack(data)).phase != OVER:
        search = new if s.seat == seat else old
        turn = play_turn(search, data, words, replies=REPLIES)
        luck += turn.thrown[seat] - turn.outlook[seat]
        data = turn.end
    return float(old.judge(data)[seat]) - luck
