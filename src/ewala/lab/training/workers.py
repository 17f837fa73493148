"""Self-play and contests on all cores: a portion of games is a task, and every process has one thread."""

import multiprocessing
import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.games.registry import kit_of
from ewala.kit.training import Arrays, Trainer
from ewala.lab.training.run_folder import read_weights

_ONE_THREAD = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_THREADS_OF_JAX = "NPROC"


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
    """Processes that do tasks; `many` of 1 does them here."""

    def __init__(self, pool: ProcessPoolExecutor | None, many: int) -> None:
        self._pool, self.many = pool, many

    def each(self, tasks: Iterable[SelfPlay | Contest]) -> Iterator[tuple[int, Any]]:
        """The number and the outcome of each task, as they end; no more are handed out than are soon begun."""
        if self._pool is None:
            for number, task in enumerate(tasks):
                yield number, task.done()
            return
        left = enumerate(tasks)
        going: dict[Future[Any], int] = {}
        try:
            while True:
                while len(going) < 2 * self.many and (following := next(left, None)) is not None:
                    going[self._pool.submit(following[1].done)] = following[0]
                if not going:
                    return
                for ended in wait(going, return_when=FIRST_COMPLETED).done:
                    yield going.pop(ended), ended.result()
        except BrokenProcessPool:
            sentence = Sentence("a process that played went away; what was finished before is kept")
            raise EwalaError("train/worker", sentence) from None


@contextmanager
def workers(many: int) -> Iterator[Workers]:
    """So many processes for a while; whatever ends it ends them."""
    if many == 1:
        yield Workers(None, 1)
        return
    # Spawned: threads of ours (JAX has some) would not survive a fork.
    pool = ProcessPoolExecutor(many, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)
    try:
        yield Workers(pool, many)
    except BaseException:
        for process in list((pool._processes or {}).values()):  # they are in the middle of games that nobody wants now
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


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


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started us
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))


def trainer_of(game: str) -> Trainer:
    """Who trains a game's opponents; refused if nobody does."""
    return kit_of(game).trainer()


@lru_cache(maxsize=4)
def _kept_weights(path: Path) -> Arrays:
    return read_weights(path)
