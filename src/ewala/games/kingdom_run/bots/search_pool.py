"""Searches take long to make and serve one thread at a time: those that nobody uses are kept for the next who asks."""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.rules.game import KingdomRun

__all__ = ["borrowed_search"]

_KEPT = 8  # games whose searches are kept

_lock = threading.Lock()
_idle: OrderedDict[tuple[KingdomRun, str], list[TurnSearch]] = OrderedDict()


@contextmanager
def borrowed_search(game: KingdomRun) -> Iterator[TurnSearch]:
    """A search for this game that nobody else uses meanwhile."""
    with _lock:
        idle = _idle.setdefault((game, game.backend), [])
        _idle.move_to_end((game, game.backend))
        while len(_idle) > _KEPT:
            _idle.popitem(last=False)
        search = idle.pop() if idle else None
    search = search or TurnSearch(game)
    try:
        yield search
    finally:
        with _lock:
            idle.append(search)
