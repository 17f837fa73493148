"""WebSockets as uvicorn speaks them, except that frames are read one at a time, in turn, and pings are not free."""

import asyncio
from typing import Any

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.config import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from ewala.server.guarding import costs
from ewala.server.guarding.doorkeeper import Visit
from ewala.server.guarding.edge import VISIT, Edge
from ewala.server.guarding.reading import Reader

__all__ = ["BoundedWebSocket", "first_frame"]

HEADER, MASK = 2, 4  # bytes of a frame before its contents; a client's frames are masked
SHORT = 126  # a length from here on is said in two bytes more, or in eight
LONGEST_HEADER = 14
TRY_AGAIN_LATER = 1013
DISPLACED = "server/too-many-connections"


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Parses no frame before the one before it was taken: what waits, waits at the sender's."""

    def __init__(
        self, edge: Edge, visit: Visit, config: Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> None:
        super().__init__(config, server_state, app_state)
        self._visit = visit
        self._longest = edge.limits.frame_bytes + LONGEST_HEADER
        self._reader = Reader(visit, super().data_received, self._cut, self._is_blocked)
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

    def data_received(self, data: bytes) -> None:
        self._reader.received(data)

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
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
        return self.read_paused or not self.handshake_complete

    def _cut(self, data: bytes) -> int:
        size = first_frame(data)
        if size > len(data):
            return len(data) if size > self._longest else 0  # too long a frame is the parser's to refuse
        return size

    # --- What the parser finds

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if scope := getattr(self, "scope", None):
            scope["extensions"][VISIT] = self._visit

    def handle_cont(self, event: Frame) -> None:
        self._visit.charge(costs.CONTROL)
        super().handle_cont(event)

    def handle_ping(self) -> None:
        self._visit.charge(costs.CONTROL)
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._visit.charge(costs.CONTROL)
        super().handle_pong(event)


def first_frame(data: bytes) -> int:
    """How long the first frame is, with its header; as much as is missing to know it, if that is not there yet."""
    if len(data) < HEADER:
        return HEADER if data else 0
    length = data[1] & 0x7F
    start = HEADER + (MASK if data[1] & 0x80 else 0)
    if length < SHORT:
        return start + length
    extended = 2 if length == SHORT else 8
    if len(data) < HEADER + extended:
        return HEADER + extended
    return start + extended + int.from_bytes(data[HEADER : HEADER + extended], "big")
