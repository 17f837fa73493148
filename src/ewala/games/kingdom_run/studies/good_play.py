"""Good play for many games: the opponents' search, as narrow as the one that values are learned with.

It looks at its whole turn and at every roll, and goes for the board that its values like best. What the next player
makes of it the values have to know: looking that far would take a hundred times as long.
"""

import random
from weakref import WeakKeyDictionary

from ewala.core.state import View
from ewala.games.kingdom_run.bots.bot import kept_after
from ewala.games.kingdom_run.bots.search_pool import borrowed_search
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import KEEP, State
from ewala.games.kingdom_run.training.self_play import ACT_WIDTH, LOOK_WIDTH
from ewala.kit.bot import Budget, must_decide, own_game


class GoodPlay:
    """A chooser that takes as long as it takes, whatever the budget; it remembers the rest of its turn by its `rng`."""

    def __init__(self) -> None:
        self._lines: WeakKeyDictionary[random.Random, dict[bytes, int]] = WeakKeyDictionary()

    def choose(self, view: View, *, budget: Budget, rng: random.Random) -> str:
        must_decide(view)
        game = own_game(view, KingdomRun)
        line = self._lines.setdefault(rng, {})
        if view.data not in line:
            line.clear()
            line.update(_looked_through(game, view.data))
        return game.move_text(line.pop(view.data))


def _looked_through(game: KingdomRun, data: bytes) -> dict[bytes, int]:
    """What to do from here to the next roll, or to the end of the turn: a move for each position on the way."""
    with borrowed_search(game) as search:
        if State.unpack(data).phase == KEEP:
            kept = search.look(data, width=LOOK_WIDTH).kept
            return {data: max(game.engine.legal(data), key=lambda move: kept[kept_after(data, move)])}
        line = {}
        for move in search.ends(data, width=ACT_WIDTH, most=1)[0].line:
            line[data] = move
            data = game.engine.apply(data, move)
        return line
