"""Self-play and contests on all cores: a portion of games is a task, and every process has one thread."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ewala.games.registry import kit_of
from ewala.kit.training import Arrays, Trainer
from ewala.lab.cluster.processes import Processes
from ewala.lab.training.run_folder import read_weights

_THREADS_OF_JAX = "NPROC"
_AHEAD = 2  # tasks under way for each process, one of them waiting


class SelfPlay(NamedTuple):
    """A portion of a round's games."""

    game: str
    weights: Path
    seed: str
    games: int

    def done(self) -> Any:
        return trainer_of(self.game).play(_kept_weights(self.weights), self.seed, self.games)


class Contest(NamedTuple):
    """A portion of a contest."""

    game: str
    new: Path
    old: Path
    seed: str
    games: int

    def done(self) -> Any:
        return trainer_of(self.game).contest(_kept_weights(self.new), _kept_weights(self.old), self.seed, self.games)


class Workers:
    """Processes that do tasks; `many` of 1 does them here. Whatever ends the block ends them."""

    def __init__(self, many: int) -> None:
        self.many = many
        self._processes = Processes(many) if many > 1 else None

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        if self._processes is not None:
            self._processes.stop()

    def each(self, tasks: Iterable[SelfPlay | Contest]) -> Iterator[tuple[int, Any]]:
        """The number and the outcome of each task, as they end; no more are handed out than are soon begun."""
        if self._processes is None:
            for number, task in enumerate(tasks):
                yield number, task.done()
            return
        for (number, _), outcome in self._processes.each(_done, enumerate(tasks), lost="train/worker", ahead=_AHEAD):
            yield number, outcome


def _done(numbered: tuple[int, SelfPlay | Contest]) -> Any:
    return numbered[1].done()


@contextmanager
def fits_on(cores: int) -> Iterator[None]:
    """JAX takes so many threads of this machine, and not all, if it begins meanwhile: it does with the first fit."""
    before = os.environ.get(_THREADS_OF_JAX)
    os.environ[_THREADS_OF_JAX] = str(cores)
    try:
        yield
    finally:
        del os.environ[_THREADS_OF_JAX]
        if before is not None:
            os.environ[_THREADS_OF_JAX] = before


def trainer_of(game: str) -> Trainer:
    """Who trains a game's opponents; refused if nobody does."""
    return kit_of(game).trainer()


@lru_cache(maxsize=4)
def _kept_weights(path: Path) -> Arrays:
    return read_weights(path)
