"""Where the games of a simulation are played: in threads, in processes, on a Ray cluster. The rows are the same."""

from collections.abc import Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from contextvars import ContextVar
from functools import lru_cache, partial
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from ewala.core.game import Game
from ewala.core.game_base import Backend
from ewala.games.registry import game_class
from ewala.kit.bot import Chooser
from ewala.lab.cluster.processes import Processes
from ewala.lab.cluster.ray_connection import connect, processors
from ewala.lab.cluster.ray_tasks import compile_once, on_cluster, packed, unpacked
from ewala.lab.simulation.players import Player, player_for

_AHEAD = 2  # pieces under way for each processor, one of them waiting
_LARGER = 16  # than what a thread plays at a time: a task is worth a second of work or so, and some megabytes of rows
_EACH = 4  # pieces for each of a cluster's processors at least, so that none waits long for the last

Piece = tuple[int, int]  # the first game's number, and how many
Played = tuple[int, "np.ndarray[Any, Any]"]  # the first game's number, and the rows


def in_threads(player: Player, pieces: Iterable[Piece], threads: int) -> Generator[Played, None, None]:
    """The rows of each piece as it is done, in any order. Closing it waits for the pieces that are being played."""
    coming = iter(pieces)
    with ThreadPoolExecutor(threads) as pool:
        waiting: dict[Future[Any], int] = {}
        try:
            while True:
                for first, games in islice(coming, 2 * threads - len(waiting)):
                    waiting[pool.submit(player.play, first, games)] = first
                if not waiting:
                    return
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    yield waiting.pop(future), future.result()
        finally:
            for future in waiting:
                future.cancel()


class _Simulation(NamedTuple):
    """All that another process has to know."""

    game: str
    parameters: tuple[tuple[str, str], ...]
    backend: Backend
    policies: tuple[str, ...]
    seed: int
    start: bytes  # the position that games begin with
    order: str | None  # of play, if it is not the rules' own
    objects: bytes = b""  # bots that were handed over, pickled: whoever is sent the same twice need not read it twice

    def player(self) -> Player:
        kind = game_class(self.game)
        game = kind(kind.from_parameters(dict(self.parameters)).values, self.backend)
        return player_for(game, self.policies, self.seed, unpacked(self.objects), self.start, self.order)


# --- Processes: where bots decide in Python, threads would wait for each other

_shared: ContextVar[dict[int, Processes] | None] = ContextVar("shared", default=None)  # by how many they are


def in_processes(player: Player, seed: int, pieces: Iterable[Piece], workers: int) -> Generator[Played, None, None]:
    """The rows of each piece as it is done, in any order, by players like this one."""
    game, parameters = player.game, tuple(player.game.parameters().items())
    what = _Simulation(game.name, parameters, game.backend, player.policies, seed, player.start, player.order)
    shared = _shared.get()
    processes = (shared or {}).get(workers) or Processes(workers)
    if shared is not None:
        shared[workers] = processes
    played = processes.each(partial(_play, what), pieces, lost="simulate/worker", ahead=_AHEAD, compiles=True)
    try:
        for (first, _), rows in played:
            yield first, rows
    finally:
        played.close()
        if shared is None:
            processes.stop()


@contextmanager
def shared_processes() -> Iterator[None]:
    """Simulations within this block use the same processes, which take seconds to start."""
    kept: dict[int, Processes] = {}
    token = _shared.set(kept)
    try:
        yield
    finally:
        _shared.reset(token)
        for processes in kept.values():
            processes.stop()


def _play(what: _Simulation, piece: Piece) -> Any:
    """In one of the processes."""
    return _player(what).play(*piece)


@lru_cache(maxsize=4)
def _player(what: _Simulation) -> Player:
    return what.player()


# --- A cluster


class Cluster:
    """Plays any games of a simulation, by their numbers, wherever there is room.

    Making one waits until a worker is ready to play, so that what is wrong with the cluster is known at once.
    """

    def __init__(
        self,
        address: str,
        game: Game,
        policies: tuple[str, ...],
        seed: int,
        objects: Mapping[str, Chooser] = MappingProxyType({}),
        start: bytes | None = None,
        order: str | None = None,
    ) -> None:
        self._address = address
        parameters = tuple(game.parameters().items())
        begins = game.interpreted.start() if start is None else start
        self._simulation = _Simulation(
            game.name, parameters, game.backend, tuple(policies), seed, begins, order, packed(objects)
        )
        [(_, self._piece)] = on_cluster(address, _piece, (), [self._simulation])

    def play(self, pieces: Iterable[Piece]) -> Generator[Played, None, None]:
        """The rows of each piece, cut as suits the cluster, as they come in."""
        fit = fitting(pieces, self._piece, max(1, processors(connect(self._address))))
        with closing(on_cluster(self._address, _play_there, (self._simulation,), fit, ahead=_AHEAD)) as answers:
            for (first, _), rows in answers:
                yield first, np.copy(rows)  # what came lies in the cluster's memory, which is small


def fitting(pieces: Iterable[Piece], unit: int, workers: int) -> Generator[Piece, None, None]:
    """The same games in pieces for a cluster of so many processors; `unit` is what a thread plays at a time."""
    for first, games in pieces:
        most = max(unit, min(unit * _LARGER, games // (workers * _EACH)))
        yield from cut([(first, games)], most)


def cut(pieces: Iterable[Piece], most: int) -> Generator[Piece, None, None]:
    """The same games in pieces of at most so many."""
    for first, games in pieces:
        for at in range(first, first + games, most):
            yield at, min(most, first + games - at)


def _piece(simulation: _Simulation) -> int:
    """On a worker: how many games its player plays at a time."""
    return _player_there(simulation).piece


def _play_there(simulation: _Simulation, piece: Piece) -> "np.ndarray[Any, Any]":
    """On a worker: the rows of a piece."""
    return _player_there(simulation).play(*piece)


@lru_cache(maxsize=4)
def _player_there(simulation: _Simulation) -> Player:
    """On a worker: made once, and kept."""

    def load() -> Player:
        player = simulation.player()
        player.play(0, 1)  # bots are compiled when they decide
        return player

    return compile_once(f"simulation-{simulation.game}-{simulation.backend}", simulation.policies, load)
