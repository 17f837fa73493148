"""A process that does what takes long for a server: `python -m ewala.server.workshop.worker`, a socket as its input.

It does one job after another, as they come, and ends when the server does, in the middle of a job, too: a thread of its
own hears the socket being closed. It loads what its jobs need when they need it; compiled code for analyses only.
"""

import errno
import os
import queue
import socket
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from ewala.core.errors import EwalaError
from ewala.games.registry import GAMES
from ewala.locale.languages import LANGUAGES
from ewala.server.workshop.jobs import (
    HEAD,
    AnalyseJob,
    Finished,
    Job,
    Order,
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
from ewala.server.workshop.replaying import replayed
from ewala.server.workshop.studying import StudyRequest, studied

__all__ = ["main"]

LOW_PRIORITY = 10
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
    def watch(part: float) -> None:
        server.sendall(framed(Progress(part)))

    try:
        with _at_most(order.megabytes):
            return Finished(msgspec.json.encode(_result(order.job, watch)))
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


def _result(job: Job, watch: Any) -> object:
    match job:
        case StudyJob(request, language):
            return studied(request, language)
        case ReplayJob(text, language, drawn):
            return replayed(text, language, pictures=drawn)
        case ReadJob(text, iterations):
            from ewala.server.workshop.subjects import read_subject

            return read_subject(text, iterations)
        case AnalyseJob(text, iterations):
            from ewala.coach.analyse import analyse
            from ewala.games.records import read_record
            from ewala.kit.effort import Effort

            _step_back()
            return analyse(read_record(text), Effort(iterations), watch)
    raise TypeError(job)


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
