"""HTTP as uvicorn speaks it, except that nobody may send without end, or take for ever over anything."""

import asyncio
import socket
from typing import Any

import msgspec
from uvicorn.config import Config
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from ewala.core.sentences import Sentence
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.connection_limiter import Connection
from ewala.server.platform.edge.edge import VISIT, Edge
from ewala.server.platform.edge.reading import Reader
from ewala.server.platform.edge.websockets import BoundedWebSocket
from ewala.tables.problems import TooMany, problem_of

PART = 4096  # bytes that are parsed in one turn
MOST_PIPELINED = 64  # requests that wait for the answer to the one before
KEPT_BY_THE_SYSTEM = 64 * 1024  # bytes, about, on their way in and out: more would be read, or held, at once


_PROBLEM = msgspec.json.encode(problem_of(TooMany("request/too-large", Sentence("the request is too large")), "en"))
TOO_LONG = (
    b"HTTP/1.1 413 Content Too Large\r\ncontent-type: application/json\r\nx-content-type-options: nosniff\r\n"
    b"connection: close\r\ncontent-length: %d\r\n\r\n%b" % (len(_PROBLEM), _PROBLEM)
)


class TooMuch(Exception):
    """The parser stops here; whoever sent it hears of a bad request."""


class HeldFlow(FlowControl):
    """Reads on only through the reader, who knows of more reasons not to."""

    def __init__(self, transport: asyncio.Transport, reader: Reader) -> None:
        super().__init__(transport)
        self._reader = reader

    def resume_reading(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self._reader.go_on()


class BoundedHttp(HttpToolsProtocol):
    """Counts every byte of a request, whatever the parser makes of it, and every second."""

    _visit: Connection | None = None
    _in_head = True
    _bytes = 0  # of the request's head, or of all that follows it
    _payload = 0  # of these, the body's own
    _fields = 0

    def __init__(
        self,
        edge: Edge,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        # Made in full only for those who are let in: a flood of connections is to cost little.
        self._edge = edge
        self._limits = edge.limits
        self._arguments = (config, server_state, app_state, _loop)
        self._cycles: list[RequestResponseCycle] = []  # answers that are being made, or wait

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        visit = self._edge.door.admit(transport)
        if visit is None:
            transport.abort()
            return
        self._visit = visit
        if connected := transport.get_extra_info("socket"):
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, KEPT_BY_THE_SYSTEM)
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KEPT_BY_THE_SYSTEM)
        super().__init__(*self._arguments)
        super().connection_made(transport)
        self._reader = Reader(visit, self._feed, _part_of, self._is_blocked)
        self.flow = HeldFlow(transport, self._reader)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._visit is not None:
            self._visit.leave()
            self._reader.stop()
            self._nobody_listens()
            super().connection_lost(exc)
            self._visit.part()
            self._part()

    def _part(self) -> None:
        """Nobody refers to each other in a circle any more: what a connection has needed is given back when it goes,
        and not when somebody looks for circles."""
        self._reader.part()
        self._unset_keepalive_if_required()
        self.pipeline.clear()
        self._cycles, self.cycle, self.parser = [], None, None  # type: ignore[assignment]

    def eof_received(self) -> None:
        self._nobody_listens()  # whoever stops writing is gone: the transport closes now

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(msg)
        self._nobody_listens()

    def data_received(self, data: bytes) -> None:
        if self._visit is not None:
            self._reader.received(data)

    def _is_blocked(self) -> bool:
        return self.flow.read_paused

    def _feed(self, data: bytes) -> None:
        self._bytes += len(data)
        super().data_received(data)
        if self._is_too_much() and not self.transport.is_closing():
            self._refuse()

    def _is_too_much(self) -> bool:
        limits = self._limits
        if self._in_head:
            return self._bytes > limits.head_bytes
        around = self._bytes - self._payload
        return self._payload > limits.body_bytes + PART or around > limits.framing_bytes + PART + self._payload

    def _refuse(self) -> None:
        """Answer, unless somebody is answering, and hear no more."""
        self._reader.stop()
        started = any(cycle.response_started and not cycle.response_complete for cycle in self._cycles)
        self._nobody_listens()
        if not started:
            self.transport.write(TOO_LONG)
        self.transport.close()

    def _nobody_listens(self) -> None:
        """To none of the answers that are being made: of requests one after another, uvicorn tells only the last."""
        for cycle in self._cycles:
            if not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()

    # --- What the parser finds

    def on_message_begin(self) -> None:
        super().on_message_begin()
        assert self._visit is not None
        self.scope["extensions"] = {VISIT: self._visit}  # type: ignore[dict-item]
        self._visit.must_finish(self._limits.request_seconds)
        self._in_head, self._fields = True, 0
        self._bytes = min(self._bytes, PART)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._fields += 1
        if self._fields > self._limits.head_fields:
            raise TooMuch
        if self._in_head:  # what follows the body is not read: the request is being answered already
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= MOST_PIPELINED:
            raise TooMuch
        self._in_head, self._bytes, self._payload = False, 0, 0
        assert self._visit is not None
        self._visit.charge(costs.HEAD)
        super().on_headers_complete()
        self._cycles = [cycle for cycle in self._cycles if not cycle.response_complete]
        if self.cycle is not None and self.cycle not in self._cycles:
            self._cycles.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        self._payload += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_head, self._bytes = True, 0
        assert self._visit is not None
        self._visit.may_stay()
        super().on_message_complete()
        if self.cycle is not None and self.cycle.response_complete:
            self._visit.must_finish(self._limits.keep_alive_seconds)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._in_head and not self.pipeline and self._visit is not None:
            self._visit.hear()
            self._visit.must_finish(self._limits.keep_alive_seconds)

    def handle_websocket_upgrade(self) -> None:
        if any(not cycle.response_complete for cycle in self._cycles):
            self._refuse()
            return
        assert self._visit is not None
        self._reader.stop()
        self.connections.discard(self)
        config, server_state, app_state, _ = self._arguments
        device = BoundedWebSocket(self._edge, self._visit, config, server_state, app_state)
        device.begin(self.transport, self.scope["method"].encode(), self.url, self.headers)
        self.transport.set_protocol(device)
        self._part()


def _part_of(data: bytes) -> int:
    return min(len(data), PART)
