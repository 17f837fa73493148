"""Several processes that serve on one socket: started, started again when one goes by itself, stopped together."""

import ctypes
import logging
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

log = logging.getLogger("ewala.server")

LOOK_EVERY = 0.2  # seconds
GONE_WITHIN = 12.0  # seconds after which a worker that was asked to stop is ended
SETTLED = 10.0  # seconds after which a worker that goes is no worker that cannot start
FAILED_FIRST, FAILED_OFTEN = 0.5, 30.0  # seconds until one that cannot start is started again: twice as many each time


class Workers:
    """`command` says what starts the worker of a number."""

    def __init__(self, command: Callable[[int], list[str]], listening: socket.socket, number: int) -> None:
        self._command = command
        self._listening = listening
        self._stopping = False
        self._running: list[subprocess.Popen[bytes] | None] = [None] * number
        self._began = [0.0] * number
        self._failed = [0] * number
        self._again_at = [0.0] * number

    def run(self) -> int:
        """Until somebody stops it, or all workers have gone."""
        with stop_signals(self._stop):
            try:
                while not self._stopping:
                    for number in range(len(self._running)):
                        self._look_after(number)
                    time.sleep(LOOK_EVERY)
            finally:
                self._end()
        return 0

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True

    def _look_after(self, number: int) -> None:
        worker, now = self._running[number], time.monotonic()
        if worker is not None and worker.poll() is None:
            return
        if worker is not None:
            self._running[number] = None
            self._failed[number] = 0 if now - self._began[number] > SETTLED else self._failed[number] + 1
            wait = min(FAILED_FIRST * 2 ** (self._failed[number] - 1), FAILED_OFTEN) if self._failed[number] else 0.0
            self._again_at[number] = now + wait
            log.error("worker %d has gone (%s); it is started again in %.1f s", number, worker.returncode, wait)
        if now >= self._again_at[number]:
            self._began[number] = now
            self._running[number] = subprocess.Popen(
                self._command(number), stdin=subprocess.DEVNULL, pass_fds=[self._listening.fileno()]
            )

    def _end(self) -> None:
        """Ask all to stop, and wait until they have."""
        self._listening.close()
        running = [worker for worker in self._running if worker is not None and worker.poll() is None]
        for worker in running:
            worker.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + GONE_WITHIN
        for worker in running:
            try:
                worker.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()


# --- The process that serves: its heap, and the signals that stop it


M_ARENA_MAX = -8  # malloc.h


def share_one_heap() -> bool:
    """One heap for all threads, if called before there are many; False where the C library has none.

    glibc gives each thread a heap of its own and returns only its end: a server grew by a tenth in an hour. Python runs
    one thread at a time, so that nothing is gained by more than one.
    """
    try:
        return bool(ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1))
    except (AttributeError, OSError, TypeError):
        return False


@contextmanager
def stop_signals(stop: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Call `stop` for each signal. Once one came, later ones are ignored: they would look like a failure."""
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
