"""Searches take long to make and serve one thread at a time: those that nobody uses are kept for the next who asks."""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.bots.values import Kind, shipped_values
from ewala.games.kingdom_run.rules.game import KingdomRun

_KEPT = 8  # games whose searches are kept

_lock = threading.Lock()
_idle: OrderedDict[tuple[KingdomRun, str, Kind], list[TurnSearch]] = OrderedDict()


@contextmanager
def borrowed_search(game: KingdomRun, values: Kind = "learned") -> Iterator[TurnSearch]:
    """A search for this game that nobody else uses meanwhile."""
    key = game, game.backend, values
    with _lock:
        idle = _idle.setdefault(key, [])
        _idle.move_to_end(key)
        while len(_idle) > _KEPT:
            _idle.popitem(last=False)
        search = idle.pop() if idle else None
    search = search or TurnSearch(game, shipped_values(game, values))
    try:
        yield search
    finally:
        with _lock:
            idle.append(search)
