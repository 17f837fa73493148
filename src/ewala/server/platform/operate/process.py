"""The process that serves: its heap, and the signals that stop it."""

import ctypes
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

M_ARENA_MAX = -8  # malloc.h


def share_one_heap() -> bool:
    """One heap for all threads, if called before there are many. False where the C library has none.

    glibc gives each thread that allocates a heap of its own, up to eight for each core, and gives back only what lies
    at a heap's end. Threads of storage come and go here: a server grew by a tenth in an hour in which nothing was kept.
    Python runs one thread at a time, so that nothing is gained by more than one heap.
    """
    try:
        return bool(ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1))
    except (AttributeError, OSError, TypeError):
        return False


@contextmanager
def stop_signals(stop: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Call `stop` for each signal. Once one came, all are ignored at the end: while the interpreter ends, another one
    would look like a failure."""
    asked = False

    def hear(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        stop(number, frame)

    before = {number: signal.signal(number, hear) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_IGN if asked else handler)
