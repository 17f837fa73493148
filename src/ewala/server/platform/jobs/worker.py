"""A worker: `python -m ewala.server.platform.jobs.worker` with a socket as its input.

It does one job after another and ends with the server, even in the middle of one: a thread notices that the socket was
closed. Modules are loaded when a job needs them.
"""

import errno
import os
import queue
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

import msgspec

from ewala.core.errors import EwalaError
from ewala.games.registry import GAMES
from ewala.locale.languages import LANGUAGES
from ewala.server.platform.jobs.messages import (
    HEAD,
    AnalyseJob,
    Finished,
    Job,
    Order,
    PartialResult,
    Progress,
    ReadJob,
    ReplayJob,
    Reply,
    Spent,
    StudyJob,
    framed,
    read_order,
    refusal_of,
)
from ewala.tables.replay import replayed
from ewala.tables.study_board import StudyRequest, studied

LOW_PRIORITY = 10
BETWEEN_RESULTS = 0.5  # seconds
MEGABYTE = 1024 * 1024
MEMORY_USED = Path("/proc/self/statm")  # in pages; the sixth number is what `RLIMIT_DATA` counts


def main() -> NoReturn:
    server = socket.socket(fileno=os.dup(sys.stdin.fileno()))
    orders: queue.SimpleQueue[Order] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(server, orders), daemon=True).start()
    for name in GAMES:
        if orders.empty():  # with time to spare: rules and words lie ready when the first job comes
            studied(StudyRequest(name), LANGUAGES[0])
    while True:
        reply = _carry_out(orders.get(), server)
        server.sendall(framed(reply))
        if isinstance(reply, Spent):
            os._exit(0)


def _listen(server: socket.socket, orders: "queue.SimpleQueue[Order]") -> None:
    """Hand on what the server wants. When it is gone, so is the reason for whatever is being done."""
    with suppress(OSError), server.makefile("rb") as heard:
        while len(head := heard.read(HEAD.size)) == HEAD.size:
            orders.put(read_order(heard.read(*HEAD.unpack(head))))
    os._exit(0)


def _carry_out(order: Order, server: socket.socket) -> Reply:
    try:
        with _at_most(order.megabytes):
            return Finished(msgspec.json.encode(_result(order.job, server)))
    except EwalaError as error:
        return refusal_of(error)
    except MemoryError:
        return Spent()
    except OSError as error:
        if error.errno == errno.ENOMEM:
            return Spent()
        _give_up()
    except Exception:
        _give_up()


def _give_up() -> NoReturn:
    """What no input should cause: the server hears that the worker is lost, its log why."""
    traceback.print_exc()
    os._exit(1)


def _result(job: Job, server: socket.socket) -> object:
    match job:
        case StudyJob(request, language):
            return studied(request, language)
        case ReplayJob(text, language, drawn, explained):
            return replayed(text, language, pictures=drawn, explained=explained)
        case ReadJob(text, iterations):
            from ewala.tables.analysis_subject import read_subject

            return read_subject(text, iterations)
        case AnalyseJob(text, iterations):
            from ewala.games.coach import analyse_in_parts
            from ewala.games.records import read_record
            from ewala.kit.effort import Effort

            _step_back()
            reporter = _Reporter(server)
            return analyse_in_parts(read_record(text), Effort(iterations), reporter.watch, reporter.tell)
    raise TypeError(job)


class _Reporter:
    """What is heard of an analysis while it is made, not more often than somebody would look."""

    def __init__(self, server: socket.socket) -> None:
        self._server = server
        self._due = 0.0

    def watch(self, share: float) -> None:
        self._server.sendall(framed(Progress(share)))

    def tell(self, what_is_known: Callable[[], object], whole: bool) -> None:
        if whole or time.monotonic() >= self._due:
            self._server.sendall(framed(PartialResult(msgspec.json.encode(what_is_known()))))
            self._due = time.monotonic() + BETWEEN_RESULTS


def _step_back() -> None:
    """An analysis takes long anyway: tables and small jobs come first."""
    if os.getpriority(os.PRIO_PROCESS, 0) < LOW_PRIORITY:
        os.setpriority(os.PRIO_PROCESS, 0, LOW_PRIORITY)


@contextmanager
def _at_most(megabytes: int) -> Iterator[None]:
    """Let a job take so much memory and no more, where the system can count it."""
    try:
        import resource

        used = int(MEMORY_USED.read_text().split()[5]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (used + megabytes * MEGABYTE, hard))
    except (ImportError, OSError, ValueError):
        yield
        return
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))


if __name__ == "__main__":
    main()
