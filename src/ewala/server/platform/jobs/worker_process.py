"""A worker as the server sees it: a process of its own, with a socket between the two."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable

from ewala.core.sentences import Sentence
from ewala.server.platform.jobs.messages import HEAD, Finished, Order, Part, Progress, Refusal, framed, read_reply
from ewala.tables.problems import Unavailable

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
            while isinstance(reply, Progress | Part):
                if isinstance(reply, Progress):
                    watch(reply.part)
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
