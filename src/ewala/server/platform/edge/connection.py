"""A connection: an asyncio protocol to the event loop, an asyncio transport to the web server's own protocol.

Bytes pass in turn, within bounds, and as far as their client can pay. What is not read stays with its sender.
"""

import asyncio
import math
import socket
from collections.abc import Callable
from contextvars import ContextVar
from enum import Enum, auto
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol, cast

import msgspec

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.server.platform.edge import costs
from ewala.tables.problems import problem_of

if TYPE_CHECKING:
    from ewala.server.platform.config import Limits
    from ewala.server.platform.edge.fair_scheduler import Client, FairScheduler
    from ewala.server.platform.edge.throttle import RateLimiter, RateLimiters

CURRENT: ContextVar["Connection | None"] = ContextVar("connection", default=None)  # that a new request comes by
PIECE = 4096  # bytes of a body that pass in one turn
SYSTEM_BUFFER = 64 * 1024  # bytes that the system may hold for a connection, in and out
KEY_WAIT = 0.02  # seconds: an empty key budget is not looked at more often
LAST_WORD_SECONDS = 1.0  # that a displaced connection has to read why
LONGEST_FRAME_HEADER = 14
CONTROL_FRAMES = 8  # opcodes from here on: close, ping, pong


class Phase(Enum):
    """What is read next."""

    HEAD = auto()  # a request's head
    STARTING = auto()  # nothing until the application has seen the request, or accepted the WebSocket
    BODY = auto()
    ANSWER = auto()  # nothing until the request was answered
    FRAMES = auto()  # a WebSocket's


class Limiter(Protocol):
    """Admits connections, and has what they share."""

    limits: "Limits"
    turns: "FairScheduler"
    key_budgets: "RateLimiters"

    def admit(self, connection: "Connection") -> bool: ...

    def leave(self, connection: "Connection") -> None: ...


class Connection(asyncio.Protocol, asyncio.Transport):
    """Created for each connection that is accepted. The `Guard` says how far its request has come."""

    def __init__(self, limiter: Limiter, protocol: Callable[..., asyncio.Protocol], **arguments: Any) -> None:
        self._limiter = limiter
        self._limits = limiter.limits
        self._make_protocol = partial(protocol, **arguments)  # only for those who are let in
        self._protocol: asyncio.Protocol | None = None
        self._phase = Phase.HEAD
        self._rest = b""  # received, and not passed on yet
        self._body_left: int | None = None  # bytes of a request's body, where that is known
        self._owed = 0.0  # for reading it
        self._waits = False  # for a turn
        self._paused = False  # by the web server
        self._unwritable = False
        self._head_begun = False
        self._around = 0  # bytes of a request that are neither head nor body: empty lines, chunk sizes, trailers

        self.transport: asyncio.Transport
        self.client: Client  # who pays
        self.peer: Client  # who has connected: a proxy, perhaps
        self.seated = False
        self.key_budget: RateLimiter | None = None  # of the key that was shown
        self.make_way: Callable[[], bool] = _without_a_word  # closes with a reason; False if that is not possible
        self.heard = monotonic()
        self.deadline = self.heard + self._limits.first_request_seconds
        self.sent = 0  # bytes
        self.delivered = 0  # of them, when that was last looked at
        self.stuck_at = self.unread_at = math.inf  # since when nothing was read, and something is unread
        self.patience = self._limits.unread_seconds
        self.unread_within = self._limits.answer_seconds

    # --- As a protocol, for the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport = cast(asyncio.Transport, transport)  # uvloop's is none by its class
        if not self._limiter.admit(self):
            transport.abort()
            return
        if connected := transport.get_extra_info("socket"):
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SYSTEM_BUFFER)
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_BUFFER)
        self._protocol = self._make_protocol()
        self._protocol.connection_made(self)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._protocol is not None:
            self._limiter.leave(self)
            self._protocol.connection_lost(None)  # uvicorn forgets its timers only where nothing was wrong
            parser = getattr(getattr(self._protocol, "conn", None), "parser", None)
            if parser is not None:
                parser.close()  # a WebSocket's waits for ever, and would be kept by itself: a reference cycle
            self._protocol = None
            self._rest, self.make_way = b"", _without_a_word

    def data_received(self, data: bytes) -> None:
        if self._protocol is None:
            return
        self.heard = monotonic()
        if self._phase is Phase.HEAD and not self._head_begun:
            self._head_begun = True
            self.deadline = self.heard + self._limits.request_seconds
        self._rest = self._rest + data if self._rest else data
        self._owed += costs.READ + len(data) * costs.READ_BYTE
        self._pass_on()
        # While a request is answered a little more is read: who hangs up meanwhile is noticed only so.
        if self._rest and (self._waits or (self._blocked and len(self._rest) >= SYSTEM_BUFFER)):
            self.transport.pause_reading()

    def pause_writing(self) -> None:
        self._unwritable = True
        if self._protocol is not None:
            self._protocol.pause_writing()

    def resume_writing(self) -> None:
        self._unwritable = False
        if self._protocol is not None:
            self._protocol.resume_writing()
        self._pass_on()

    # --- As a transport, for the web server

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self.transport.get_extra_info(name, default)

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """A WebSocket begins. Nothing of it is read before it was accepted."""
        assert self._protocol is not None
        self._protocol.connection_lost(ConnectionAbortedError())  # or it would be kept by its own parser
        self._protocol = cast(asyncio.Protocol, protocol)
        self.patience = self._limits.frames_unread_seconds
        self.unread_within = math.inf  # there may always be something new
        self.charge(costs.HANDSHAKE)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self.transport.is_closing():
            self.sent += len(data)
            self.transport.write(data)

    def get_write_buffer_size(self) -> int:
        return self.transport.get_write_buffer_size()

    def is_closing(self) -> bool:
        return self.transport.is_closing()

    def close(self) -> None:
        self.transport.close()

    def abort(self) -> None:
        self.transport.abort()

    def pause_reading(self) -> None:
        self._paused = True

    def resume_reading(self) -> None:
        self._paused = False
        self._pass_on()

    # --- How far a request has come

    def request_started(self, body: int | None) -> None:
        """`body` is how long its body is; None if its chunks say so."""
        self._phase, self._around, self._body_left = Phase.BODY, 0, body
        self._pass_on()

    def body_received(self, size: int) -> None:
        self._around -= size + size // 8  # chunks may take an eighth more

    def request_complete(self) -> None:
        self._phase, self.deadline = Phase.ANSWER, math.inf

    def answered(self) -> None:
        self._phase, self._around, self._head_begun, self.heard = Phase.HEAD, 0, bool(self._rest), monotonic()
        waits = self._limits.request_seconds if self._rest else self._limits.keep_alive_seconds
        self.deadline = self.heard + waits
        self._pass_on()

    def accepted(self, make_way: Callable[[], bool]) -> None:
        self._phase, self.make_way = Phase.FRAMES, make_way
        self._pass_on()

    # --- Who pays, and who it is

    def charge(self, cost: float) -> None:
        cost += self._owed
        self._owed = 0.0
        self._limiter.turns.charge(self.client, cost)
        if self.key_budget is not None:
            self.key_budget.spend(cost)

    def charge_key(self, name: str) -> None:
        """From now on a key pays too."""
        self.key_budget = self._limiter.key_budgets[name]

    def mark_seated(self) -> None:
        """The key of a seat or of a host: displaced last."""
        if not self.seated:
            self.seated = True
            self.client.seated += 1

    # --- Its end

    def drop(self) -> None:
        """Give its descriptor back now, whatever it has not read."""
        self._limiter.leave(self)
        self.transport.abort()

    def give_way(self) -> None:
        """To a newcomer. Who has read everything is told why."""
        if not self.unread and self.make_way():
            self._limiter.leave(self)
            asyncio.get_running_loop().call_later(LAST_WORD_SECONDS, self.transport.abort)
        else:
            self.drop()

    @property
    def unread(self) -> int:
        return self.transport.get_write_buffer_size()

    # --- Bytes on their way

    @property
    def _blocked(self) -> bool:
        whole = self._phase is Phase.BODY and self._body_left == 0  # what follows is the next request's
        return self._paused or self._unwritable or whole or self._phase in (Phase.STARTING, Phase.ANSWER)

    def _pass_on(self, *, my_turn: bool = False) -> None:
        """Pass on what may pass now; read on when nothing is left. `my_turn`: for the first piece the turn has come."""
        while not (self._waits or self._blocked or self.transport.is_closing()):
            size = self._next() if self._rest else 0
            if not size and self._owed:
                self.charge(0.0)
            if self._rest and not my_turn and not self._may_go():
                return
            my_turn = False
            if not size:
                if not self.transport.is_closing():  # it may just have been refused
                    self.transport.resume_reading()
                return
            self._pass(size)

    def _may_go(self) -> bool:
        """Whether key and client can pay for more; if not, it goes on when they can."""
        turns = self._limiter.turns
        if self.key_budget is not None and (wait := self.key_budget.wait()):
            self._waits = True
            asyncio.get_running_loop().call_later(max(wait, KEY_WAIT), self._go_on)
        elif not turns.may_go(self.client):
            self._waits = True
            turns.ask(self.client, partial(self._go_on, my_turn=True))
        return not self._waits

    def _go_on(self, *, my_turn: bool = False) -> None:
        self._waits = False
        self._pass_on(my_turn=my_turn)

    def _next(self) -> int:
        """How many bytes may pass together; 0 if more must come first."""
        limits, rest = self._limits, self._rest
        if self._phase is Phase.HEAD:
            self._rest = rest.lstrip(b"\r\n")  # some clients end a body so
            self._around += len(rest) - len(self._rest)
            end = self._rest.find(b"\r\n\r\n")
            size = len(self._rest) if end < 0 else end + 4
            if size > limits.head_bytes or self._around > limits.framing_bytes:
                return self._refuse(TOO_LARGE)
            if self._rest.count(b"\n", 0, size) > limits.head_fields + 2:
                return self._refuse(TOO_MANY_FIELDS)
            return 0 if end < 0 else size
        if self._phase is Phase.BODY:
            if self._around > limits.framing_bytes + PIECE:
                return self._refuse(TOO_LARGE)
            return min(len(rest), PIECE if self._body_left is None else min(PIECE, self._body_left))
        size = frame_size(rest)
        if size > len(rest):  # too long a frame is the web server's to refuse
            return len(rest) if size > limits.frame_bytes + LONGEST_FRAME_HEADER else 0
        return size

    def _pass(self, size: int) -> None:
        piece, self._rest = self._rest[:size], self._rest[size:]
        assert self._protocol is not None
        if self._phase is Phase.FRAMES:
            self.charge(costs.FRAME if piece[0] & 0x0F < CONTROL_FRAMES else costs.CONTROL)
            self._protocol.data_received(piece)
        elif self._phase is Phase.HEAD:
            self._phase = Phase.STARTING
            self.charge(costs.HEAD)
            token = CURRENT.set(self)
            self._protocol.data_received(piece)
            CURRENT.reset(token)
        else:
            self._around += size
            if self._body_left is not None:
                self._body_left -= size  # the next request waits until this one was answered
            self.charge(costs.READ)
            self._protocol.data_received(piece)
            self._waits = True  # until the application has taken it: what is left of `_around` is no body
            asyncio.get_running_loop().call_soon(self._go_on)

    def _refuse(self, answer: bytes) -> int:
        self._rest, self._phase = b"", Phase.ANSWER
        self.write(answer)
        self.transport.close()
        return 0


def frame_size(data: bytes) -> int:
    """How long the first frame is, with its header (RFC 6455, 5.2); more than there is, if that is not known yet."""
    if len(data) < 2:
        return 2
    length, masked = data[1] & 0x7F, 4 if data[1] & 0x80 else 0
    if length < 126:
        return 2 + masked + length
    header = 4 if length == 126 else 10
    if len(data) < header:
        return header
    return header + masked + int.from_bytes(data[2:header], "big")


def _without_a_word() -> bool:
    return False


def _refusal(status: bytes, sentence: Sentence) -> bytes:
    body = msgspec.json.encode(problem_of(EwalaError("request/too-large", sentence), "en"))
    return (
        b"HTTP/1.1 %b\r\ncontent-type: application/json\r\nx-content-type-options: nosniff\r\n"
        b"connection: close\r\ncontent-length: %d\r\n\r\n%b" % (status, len(body), body)
    )


TOO_LARGE = _refusal(b"413 Content Too Large", Sentence("the request is too large"))
TOO_MANY_FIELDS = _refusal(b"400 Bad Request", Sentence("the request is too large"))
