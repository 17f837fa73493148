"""Tasks in several processes of this machine, each on one thread.

Processes are spawned: threads of ours (JAX has some) would not survive a fork. They ignore Ctrl-C, which is for the
process that started them, and end with it. An error in one of them is raised here.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence

T = TypeVar("T")
R = TypeVar("R")

_ONE_THREAD = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def cores() -> int:
    """How many threads this process may run at once."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not everywhere
        return os.cpu_count() or 1


class WorkerLost(EwalaError):
    """A process ended before its task did."""

    def __init__(self, code: str) -> None:
        super().__init__(code, Sentence("a process that played went away; what was finished before is kept"))


class Processes:
    """So many processes, started as tasks come."""

    def __init__(self, many: int) -> None:
        self.many = many
        self._pool = ProcessPoolExecutor(many, multiprocessing.get_context("spawn"), _begin)

    def each(
        self, work: Callable[[T], R], tasks: Iterable[T], *, lost: str, ahead: int = 1, compiles: bool = False
    ) -> Generator[tuple[T, R], None, None]:
        """Each task with what `work` returns for it, as they end; `lost` is the code of a `WorkerLost`.

        A task is asked for when there is room for it: `ahead` for each process, one of them under way. If work
        `compiles`, the first task is alone until it ends, and the others find its machine code in the cache.
        """
        coming = iter(tasks)
        waiting: dict[Future[R], T] = {}
        room = 1 if compiles else ahead * self.many
        try:
            while True:
                for task in islice(coming, room - len(waiting)):
                    with _ctrl_c_ignored():
                        waiting[self._pool.submit(work, task)] = task
                if not waiting:
                    return
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    yield waiting.pop(future), future.result()
                room = ahead * self.many
        except BrokenProcessPool:
            raise WorkerLost(lost) from None
        finally:
            for future in waiting:
                future.cancel()

    def __enter__(self) -> "Processes":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End all of them now, also in the middle of tasks."""
        for process in list(
            (self._pool._processes or {}).values()
        ):  # public as `terminate_workers` from Python 3.14 on
            process.terminate()
        self._pool.shutdown(cancel_futures=True)


@contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    """Processes that are started meanwhile ignore Ctrl-C from their first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may say what signals do
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent that was killed cannot end us."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
