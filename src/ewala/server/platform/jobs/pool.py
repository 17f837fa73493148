"""Heavy work in other processes, for one client after another.

Small jobs (studies, replays, reading) never wait behind analyses. Each kind has a budget of time and memory. A job is
dropped when the task that waits for it is cancelled.
"""

import asyncio
import logging
import socket
import subprocess
import sys
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from litestar import MediaType, Request, Response

from ewala.core.sentences import Sentence
from ewala.server.platform.config import Limits
from ewala.server.platform.jobs.messages import (
    HEAD,
    AnalyseJob,
    Finished,
    Order,
    PartialResult,
    Progress,
    ReadJob,
    Refusal,
    ReplayJob,
    StudyJob,
    framed,
    read_reply,
)
from ewala.server.platform.jobs.queues import WaitingLines
from ewala.tables.problems import Unavailable

T = TypeVar("T")

log = logging.getLogger("ewala.server")

# Seconds that a job nobody waits for may still go on: to finish it is cheaper than to start a new worker.
NEARLY_DONE = 0.25
NO_WORKER = Sentence("the server cannot start a process for this now: try again in a moment")
COMMAND = (sys.executable, "-m", "ewala.server.platform.jobs.worker")

Watch = Callable[[float], None]
Hear = Callable[[bytes], None]  # told what is known already, as JSON


class WorkerProcess:
    """One process, one job at a time. Who starts it does not wait for it: the first job lies ready when it comes up."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                COMMAND,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                start_new_session=True,  # a Ctrl-C is for the server, which ends this one
            )
        self._socket: socket.socket | None = ours  # until the event loop has it, which closes it then
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.idle = True  # nothing is owed on either side

    @property
    def usable(self) -> bool:
        return self.idle and self._process.poll() is None

    async def carry_out(self, order: Order, watch: Watch, hear: Hear) -> bytes:
        """The result as JSON; raises what the job has refused, or Unavailable if the worker is lost."""
        self.idle = False
        try:
            if self._streams is None:
                ours, self._socket = self._socket, None
                self._streams = await asyncio.open_unix_connection(sock=ours)
            reader, writer = self._streams
            writer.write(framed(order))
            await writer.drain()
            reply = read_reply(await _frame(reader))
            while isinstance(reply, Progress | PartialResult):
                if isinstance(reply, Progress):
                    watch(reply.share)
                else:
                    hear(reply.body)
                reply = read_reply(await _frame(reader))
        except (OSError, asyncio.IncompleteReadError):
            lost = Sentence("the process that worked on it was ended: try again in a moment")
            raise Unavailable("work/lost", lost) from None
        if isinstance(reply, Finished):
            self.idle = True
            return reply.body
        if isinstance(reply, Refusal):
            self.idle = True
            raise reply.error()
        raise Unavailable("work/too-large", Sentence("it takes more memory than it may, and was given up"))

    def end(self) -> None:
        """End the process, whatever it does: it holds nothing that could be lost."""
        self._process.kill()
        if self._streams is not None:
            self._streams[1].close()
        elif self._socket is not None:
            self._socket.close()

    async def gone(self) -> None:
        await asyncio.to_thread(self._process.wait)


async def _frame(reader: asyncio.StreamReader) -> bytes:
    (size,) = HEAD.unpack(await reader.readexactly(HEAD.size))
    return await reader.readexactly(size)


class JobPool:
    """The workers of this process."""

    def __init__(self, limits: Limits) -> None:
        small, few, waiting = limits.small_workers, limits.analysis_workers, limits.analyses_waiting
        line = WaitingLines(
            small,
            of_one=max(1, small - 1),  # one is left for the others
            waiting_of_one=limits.jobs_waiting_of_one,
            waiting=limits.jobs_waiting,
        )
        self._small = WorkerGroup(small, line, limits)
        line = WaitingLines(few, of_one=few, waiting_of_one=waiting, waiting=waiting)
        self._analyses = WorkerGroup(few, line, limits)

    def start(self) -> None:
        """Start the workers for small jobs ahead, and do not wait for them; others start when they are needed."""
        self._small.fill()

    @property
    def waiting(self) -> dict[str, int]:
        """How many jobs wait for a worker, by group."""
        return {"jobs": self._small.waiting, "analyses": self._analyses.waiting}

    async def small(self, client: str, job: StudyJob | ReplayJob | ReadJob) -> bytes:
        """What a small job comes to, as JSON."""
        return await self._small.carry_out(client, job, lambda share: None, lambda body: None)

    async def analysis(self, client: str, job: AnalyseJob, watch: Watch, hear: Hear) -> bytes:
        return await self._analyses.carry_out(client, job, watch, hear)

    async def close(self) -> None:
        """No worker is left when this returns."""
        await asyncio.gather(self._small.close(), self._analyses.close())


class WorkerGroup:
    """Some workers and the line before them."""

    def __init__(self, workers: int, turns: WaitingLines, limits: Limits) -> None:
        self._most, self._turns, self._limits = workers, turns, limits
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._leaving: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        return self._turns.waiting

    def fill(self) -> None:
        while len(self._all) < self._most and not self._closed:
            try:
                self._idle.append(self._start_worker())
            except OSError as error:  # it is tried again when a job comes
                log.warning("a worker cannot be started: %s", error)
                return

    async def carry_out(
        self, client: str, job: StudyJob | ReplayJob | ReadJob | AnalyseJob, watch: Watch, hear: Hear
    ) -> bytes:
        async with self._turns.of(client):
            worker = self._take_worker()
            budget = self._limits.budget(job.kind)
            watch(0.0)
            working = asyncio.create_task(worker.carry_out(Order(job, budget.megabytes), watch, hear))
            try:
                await asyncio.wait((working,), timeout=budget.seconds)
                if not working.done():
                    late = Sentence(
                        "it takes longer than {seconds} seconds, and was given up", seconds=f"{budget.seconds:g}"
                    )
                    raise Unavailable("work/too-long", late)
                return working.result()
            except asyncio.CancelledError:
                await asyncio.wait((working,), timeout=NEARLY_DONE)
                raise
            finally:
                _abandon(working)
                self._put_back(worker)

    def _take_worker(self) -> WorkerProcess:
        if self._closed:
            raise Unavailable("server/restarting", Sentence("the server stops; nothing is lost, come back in a moment"))
        while self._idle:
            worker = self._idle.pop()
            if worker.usable:
                return worker
            self._end_worker(worker)
        try:
            return self._start_worker()
        except OSError as error:
            log.error("a worker cannot be started: %s", error)
            raise Unavailable("work/lost", NO_WORKER) from None

    def _put_back(self, worker: WorkerProcess) -> None:
        if worker.usable:
            self._idle.append(worker)
        else:
            self._end_worker(worker)
            self.fill()  # another is ready when the next job comes

    def _start_worker(self) -> WorkerProcess:
        worker = WorkerProcess()
        self._all.add(worker)
        return worker

    def _end_worker(self, worker: WorkerProcess) -> None:
        self._all.discard(worker)
        worker.end()
        leaving = asyncio.create_task(worker.gone())
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)

    async def close(self) -> None:
        self._closed = True
        for worker in list(self._all):
            self._end_worker(worker)
        await asyncio.gather(*self._leaving)


def _abandon(working: "asyncio.Task[bytes]") -> None:
    """End a task for which nobody waits any more; what it has raised, if anything, is of no interest."""
    if working.done():
        if not working.cancelled():
            working.exception()
    else:
        working.cancel()


# --- For handlers


class ClientGone(Unavailable):
    """Nobody waits for the answer. It ends the handler; there is nobody to read it."""

    def __init__(self) -> None:
        super().__init__("request/hung-up", Sentence("the connection was closed before the answer was there"))


async def until_disconnect(request: Request[Any, Any, Any], work: Coroutine[Any, Any, T]) -> T:
    """What the work comes to. If the client hangs up meanwhile, the work is cancelled.

    The request's body has to be read already.
    """
    working = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_client_gone(request))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ClientGone
    finally:
        for task in (working, gone):
            task.cancel()
        await asyncio.gather(working, gone, return_exceptions=True)


async def _client_gone(request: Request[Any, Any, Any]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def as_json(body: bytes) -> Response[Any]:
    """A worker's result, passed on as it is."""
    return Response(body, media_type=MediaType.JSON)
