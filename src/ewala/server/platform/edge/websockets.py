"""WebSockets as uvicorn speaks them, except that frames are read one at a time, in turn, and pings are not free.

A text that somebody listens for is handed over as it comes, and texts are sent without a detour: a move would cost a
tenth more by way of queues, wake-ups and a parser for everything.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from litestar.types import Scope
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.config import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from ewala.server.platform.edge import costs, eager
from ewala.server.platform.edge.connection_limiter import Connection
from ewala.server.platform.edge.edge import VISIT, Edge
from ewala.server.platform.edge.reading import Reader
from ewala.server.platform.edge.text_frames import LONGEST_HEADER, first_frame, frame_of, text_in

LINE = "ewala.line"  # where a device's WebSocket is, among a scope's extensions
TRY_AGAIN_LATER = 1013
DISPLACED = "server/too-many-connections"
LEFT = 1006

Listener = Callable[[str], Coroutine[Any, Any, None]]


def line_of(scope: Scope) -> "BoundedWebSocket":
    """The WebSocket that a scope is of."""
    extensions: dict[str, Any] = scope.get("extensions") or {}
    line: BoundedWebSocket = extensions[LINE]
    return line


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Parses no frame before the one before it was taken: what waits, waits at the sender's."""

    def __init__(
        self, edge: Edge, visit: Connection, config: Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> None:
        super().__init__(config, server_state, app_state)
        self._visit = visit
        self._longest = edge.limits.frame_bytes + LONGEST_HEADER
        self._reader = Reader(visit, self._feed, self._cut, self._is_blocked)
        self._listener: Listener | None = None
        self._hearing: asyncio.Task[None] | None = None  # what the listener has not done with yet
        self._failure: BaseException | None = None  # what the listener has failed by
        visit.may_stay()
        visit.make_way = self._make_way
        visit.patience = edge.limits.frames_unread_seconds
        visit.unread_within = float("inf")  # something new may always be on its way

    def begin(
        self, transport: asyncio.Transport, method: bytes, url: bytes, headers: list[tuple[bytes, bytes]]
    ) -> None:
        """Take over a connection whose first request has been read."""
        self._visit.charge(costs.HANDSHAKE)
        self.connection_made(transport)
        lines = [b"%b %b HTTP/1.1" % (method, url), *(b"%b: %b" % header for header in headers)]
        super().data_received(b"\r\n".join([*lines, b"", b""]))

    def connection_lost(self, exc: Exception | None) -> None:
        self._visit.leave()
        self._reader.stop()
        super().connection_lost(exc)
        self._part()

    def _part(self) -> None:
        """Nobody refers to each other in a circle any more: what a connection has needed is given back when it goes,
        and not when somebody looks for circles."""
        self._visit.part()
        self._reader.part()
        self.conn.parser.close()
        self.conn.parser_exc = None
        refusal: BaseException | None = self.conn.handshake_exc
        while refusal is not None:  # why there was no handshake: it knows where it has been, and is known there
            refusal.__traceback__, refusal = None, refusal.__context__

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        super().on_task_complete(task)
        self._failure = None  # nobody is left to hear of it
        self.scope["extensions"].clear()  # as in `_part`; whoever has left before the task began is still served

    def data_received(self, data: bytes) -> None:
        self._reader.received(data)

    # --- Texts

    @contextmanager
    def hands_to(self, listener: Listener) -> Iterator[None]:
        """While somebody waits to receive, texts go to the listener at once, one after another; what is no plain text
        is received. What the listener raises is raised to whoever receives."""
        self._listener = listener
        try:
            yield
        finally:
            self._listener = None
            if self._hearing is not None:
                self._hearing.cancel()

    async def say(self, text: bytes) -> None:
        """Send a text; raises ClientDisconnected if nobody is there any more."""
        if not self.writable.is_set():
            await self.writable.wait()
        if self.close_sent or self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(frame_of(text))

    def _feed(self, frame: bytes) -> None:
        text = text_in(frame) if self._listener is not None and self._may_listen() else None
        if text is None:
            super().data_received(frame)
        else:
            self._hear(text)

    def _may_listen(self) -> bool:
        """Whether the next frame begins a message, and messages are still wanted."""
        return not self.frames and not self.close_sent and self.conn.state is State.OPEN

    def _hear(self, text: str) -> None:
        assert self._listener is not None
        try:
            self._hearing = eager.begin(self._listener(text))
        except Exception as failure:
            self._give_up(failure)
        else:
            if self._hearing is not None:
                self._hearing.add_done_callback(self._has_heard)

    def _has_heard(self, task: "asyncio.Task[None]") -> None:
        self._hearing = None
        if not task.cancelled() and (failure := task.exception()):
            self._give_up(failure)
        self._reader.go_on()  # also if nobody listens any more: an answer to our own goodbye may be among what waits

    def _give_up(self, failure: BaseException) -> None:
        self._failure, self._listener = failure, None
        self.queue.put_nowait({"type": "websocket.disconnect", "code": LEFT})

    def _raise_failure(self) -> NoReturn:
        """Once, and kept by no name: it knows where it has been, and that would be a circle of references."""
        failure, self._failure = self._failure, None
        assert failure is not None
        try:
            raise failure
        finally:
            del failure

    # --- As the framework wants it

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self._failure is not None:
            self._raise_failure()
        self._listener = None  # what comes next comes after this
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._reader.go_on()
        return message

    async def send(self, message: ASGISendEvent) -> None:
        granted = self.handshake_complete
        await super().send(message)
        if self.handshake_complete:
            if not granted:
                self._reader.go_on()
            return
        # uvicorn would take the answer for forgotten, and say so in the log.
        if message["type"] == "websocket.accept":  # to somebody who has left meanwhile
            self.handshake_complete = True
            raise ClientDisconnected
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):  # a refusal
            self.handshake_complete = True

    def _make_way(self) -> bool:
        """Close, and say why, for whoever takes this connection's place; whether that could be said."""
        if self.conn.state is not State.OPEN or self.close_sent or self.transport.is_closing():
            return False
        self.stop_keepalive()
        self._reader.stop()
        self.conn.send_close(TRY_AGAIN_LATER, DISPLACED)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()  # when it has left
        return True

    def _is_blocked(self) -> bool:
        """What comes before the connection was granted waits: the parser could only stumble over it."""
        return self.read_paused or self._hearing is not None or not self.handshake_complete

    def _cut(self, data: bytes) -> int:
        size = first_frame(data)
        if size > len(data):
            return len(data) if size > self._longest else 0  # too long a frame is the parser's to refuse
        return size

    # --- What the parser finds

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if scope := getattr(self, "scope", None):
            scope["extensions"] |= {VISIT: self._visit, LINE: self}

    def handle_cont(self, event: Frame) -> None:
        self._visit.charge(costs.CONTROL)
        super().handle_cont(event)

    def handle_ping(self) -> None:
        self._visit.charge(costs.CONTROL)
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._visit.charge(costs.CONTROL)
        super().handle_pong(event)
