"""The games of a simulation on a Ray cluster: the same rows as on this machine."""

import hashlib
from collections.abc import Generator, Iterable, Mapping
from contextlib import closing
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from ewala.core.game import Game
from ewala.core.game_base import Backend
from ewala.games.registry import game_class
from ewala.kit.bot import Chooser
from ewala.lab.cluster.ray_connection import connect, processors
from ewala.lab.cluster.ray_objects import packed, unpacked
from ewala.lab.cluster.ray_tasks import compile_once, on_cluster
from ewala.lab.simulation.players import Player, player_for
from ewala.lab.simulation.threads import Piece, Played

_LARGER = 16  # than what a thread plays at a time: a task is worth a second of work or so, and some megabytes of rows
_EACH = 4  # pieces for each processor at least, so that none waits long for the last
_AHEAD = 2  # pieces under way for each processor, one of them waiting


class _Simulation(NamedTuple):
    """All that a worker has to know."""

    game: str
    parameters: tuple[tuple[str, str], ...]
    backend: Backend
    policies: tuple[str, ...]
    seed: int
    start: bytes  # the position that games begin with
    order: str | None  # of play, if it is not the rules' own
    objects: bytes  # bots that were handed over, pickled: whoever is sent the same twice need not read it twice


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
        with closing(on_cluster(self._address, _play, (self._simulation,), fit, ahead=_AHEAD)) as answers:
            for (first, _), rows in answers:
                yield first, np.copy(rows)  # what came lies in the cluster's memory, which is small


def fitting(pieces: Iterable[Piece], unit: int, workers: int) -> Generator[Piece, None, None]:
    """The same games in pieces for a cluster of so many processors; `unit` is what a thread plays at a time."""
    for first, games in pieces:
        most = max(unit, min(unit * _LARGER, games // (workers * _EACH)))
        for at in range(first, first + games, most):
            yield at, min(most, first + games - at)


def _piece(simulation: _Simulation) -> int:
    """On a worker: how many games its player plays at a time."""
    return _player(simulation).piece


def _play(simulation: _Simulation, piece: Piece) -> "np.ndarray[Any, Any]":
    """On a worker: the rows of a piece."""
    return _player(simulation).play(*piece)


@lru_cache(maxsize=4)
def _player(simulation: _Simulation) -> Player:
    """On a worker: made once, and kept."""
    name, parameters, backend, policies, seed, start, order, objects = simulation

    def load() -> Player:
        kind = game_class(name)
        game = kind(kind.from_parameters(dict(parameters)).values, backend)
        player = player_for(game, policies, seed, unpacked(objects), start, order)
        player.play(0, 1)  # bots are compiled when they decide
        return player

    who = hashlib.sha256(",".join(sorted(set(policies))).encode()).hexdigest()[:16]
    return compile_once(f"simulation-{name}-{backend}-{who}", load)
