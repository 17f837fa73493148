"""Where connections come in: a few in each round of the event loop, and who comes too often is turned away unseen.

The event loop's own listener takes all that wait at once, and makes a transport and a protocol for each before anybody
can ask whose it is: two hundred that come together would hold everybody up for many milliseconds.
"""

import asyncio
import errno
import logging
import socket
import struct
from collections.abc import Callable

from ewala.server.platform.edge.connection_limiter import ConnectionLimiter

log = logging.getLogger("ewala.server")

A_ROUND = 6  # connections that are taken before others have their turn
REST = 0.002  # seconds after a round in which somebody was turned away: who is turned away quickly is back quickly
OUT_OF = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
AGAIN_AFTER = 1.0  # seconds, when the operating system has nothing left for another connection
AT_ONCE = struct.pack("ii", 1, 0)  # a socket that is closed so leaves nothing behind, not even in the system


class Listener:
    """A listening socket, and what is made for whoever is let in."""

    def __init__(
        self, listening: socket.socket, door: ConnectionLimiter, protocol: Callable[[], asyncio.Protocol]
    ) -> None:
        self._listening = listening
        self._door = door
        self._protocol = protocol
        self._loop = asyncio.get_running_loop()
        self._coming: set[asyncio.Task[object]] = set()
        self._open = True
        listening.setblocking(False)
        self._listen()

    def close(self) -> None:
        """Take nobody any more."""
        if self._open:
            self._open = False
            self._loop.remove_reader(self._listening)

    def _listen(self) -> None:
        if self._open:
            self._loop.add_reader(self._listening, self._take)

    def _take(self) -> None:
        """Those who still wait afterwards make the socket readable in the next round too."""
        all_welcome = True
        for _ in range(A_ROUND):
            try:
                connected, peer = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as problem:
                if problem.errno not in OUT_OF:
                    raise
                log.error("no more connections can be taken: %s", problem.strerror)
                self._rest(AGAIN_AFTER)
                return
            if self._door.opens_to(str(peer[0]) if isinstance(peer, tuple) else ""):
                self._let_in(connected)
            else:
                connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
                connected.close()
                all_welcome = False
        if not all_welcome:
            self._rest(REST)

    def _let_in(self, connected: socket.socket) -> None:
        connected.setblocking(False)
        coming = self._loop.create_task(self._loop.connect_accepted_socket(self._protocol, connected))
        self._coming.add(coming)
        coming.add_done_callback(self._came)

    def _came(self, coming: "asyncio.Task[object]") -> None:
        self._coming.discard(coming)
        if not coming.cancelled() and (problem := coming.exception()) is not None:
            log.info("a connection was gone before it was there: %s", problem)

    def _rest(self, seconds: float) -> None:
        self._loop.remove_reader(self._listening)
        self._loop.call_later(seconds, self._listen)
