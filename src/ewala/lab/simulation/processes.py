"""The games of a simulation in several processes: where bots decide in Python, threads would wait for each other."""

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, partial
from typing import Any, NamedTuple

from ewala.core.game_base import Backend
from ewala.games.registry import game_class
from ewala.lab.cluster.processes import Processes
from ewala.lab.simulation.players import Player, player_for
from ewala.lab.simulation.threads import Piece, Played

_AHEAD = 2  # pieces under way for each process, one of them waiting

_shared: ContextVar[dict[int, Processes] | None] = ContextVar("shared", default=None)  # by how many they are


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
    kind = game_class(what.game)
    game = kind(kind.from_parameters(dict(what.parameters)).values, what.backend)
    return player_for(game, what.policies, what.seed, start=what.start, order=what.order)
