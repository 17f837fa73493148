"""The games of a simulation in several processes: where bots decide in Python, threads would wait for each other.

Processes are started afresh (spawned), do not hear Ctrl-C, which is for whoever started them, and are kept for the
next simulation, since a study has many. The first has everything compiled before others are started: they find the
machine code in the cache.
"""

import multiprocessing
import signal
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from ewala.core.errors import EwalaError
from ewala.core.game_base import Backend
from ewala.core.sentences import Sentence
from ewala.games.registry import game_class
from ewala.lab.simulation.engines import Player
from ewala.lab.simulation.players import player_for
from ewala.lab.simulation.threads import Piece, Played

_AHEAD = 2  # pieces under way for each process, one of them waiting


class _Simulation(NamedTuple):
    """All that a process has to know."""

    game: str
    parameters: tuple[tuple[str, str], ...]
    backend: Backend
    policies: tuple[str, ...]
    seed: int
    start: bytes
    order: str | None


def in_processes(player: Player, seed: int, pieces: Iterable[Piece], workers: int) -> Generator[Played, None, None]:
    """The rows of each piece as it is done, in any order, by players like this one."""
    coming, pool = iter(pieces), _pool(workers)
    game, parameters = player.game, tuple(player.game.parameters().items())
    what = _Simulation(game.name, parameters, game.backend, player.policies, seed, player.start, player.order)
    waiting: dict[Future[Any], int] = {}
    room = 1  # until the first piece is there
    try:
        while True:
            for first, games in islice(coming, room - len(waiting)):
                waiting[pool.submit(_play, what, first, games)] = first
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(future), future.result()
            room = _AHEAD * workers
    except BrokenProcessPool:
        _pool.cache_clear()
        sentence = Sentence("a process that played went away; what was finished before is kept")
        raise EwalaError("simulate/worker", sentence) from None
    finally:
        for future in waiting:
            future.cancel()


@lru_cache(maxsize=1)
def _pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _ignore_ctrl_c)


def _ignore_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(what: _Simulation, first: int, games: int) -> Any:
    """In one of the processes."""
    return _player(what).play(first, games)


@lru_cache(maxsize=4)
def _player(what: _Simulation) -> Player:
    kind = game_class(what.game)
    game = kind(kind.from_parameters(dict(what.parameters)).values, what.backend)
    return player_for(game, what.policies, what.seed, start=what.start, order=what.order)
