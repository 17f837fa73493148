"""Searches are dear to make and serve one thread at a time: they are lent out and come back."""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.rules.game import KingdomRun

__all__ = ["lent_search"]

_KEPT = 8  # games whose searches are kept

_lock = threading.Lock()
_idle: OrderedDict[tuple[KingdomRun, str], list[TurnSearch]] = OrderedDict()


@contextmanager
def lent_search(game: KingdomRun) -> Iterator[TurnSearch]:
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
