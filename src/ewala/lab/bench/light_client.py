"""A client that costs next to nothing: as much of HTTP and WebSocket as a benchmark on the same machine needs.

Frames are masked with zeros, which the protocol allows and which leaves them as they are.
"""

import asyncio
import json
import ssl
from collections.abc import Callable
from time import perf_counter
from typing import Any, cast

from ewala.core.sentences import Sentence
from ewala.server.subprocess_server import HOST, ServerLost

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL, MASKED = 0x80, 0x80
NO_MASK = bytes(4)
PATIENCE = 60.0  # seconds until a server that does not answer is given up
WIDE, WIDER = 126, 127  # lengths that say that the length follows, in two or eight bytes


def handshake_of(path: str) -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def frame_of(body: bytes, opcode: int = TEXT) -> bytes:
    size = len(body)
    length = bytes((MASKED | size,)) if size < WIDE else bytes((MASKED | WIDE, size >> 8, size & 0xFF))
    return bytes((FINAL | opcode,)) + length + NO_MASK + body


def request_of(method: str, path: str, body: object = None, key: str = "", more: str = "") -> bytes:
    """A request's bytes."""
    content = b"" if body is None else json.dumps(body).encode()
    size = f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n" if content else ""
    allowed = f"Authorization: Bearer {key}\r\n" if key else ""
    return f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\n{allowed}{size}{more}\r\n".encode() + content


class Socket(asyncio.Protocol):
    """A client's WebSocket; `on_frame` is handed the bytes of each text."""

    def __init__(self, path: str, on_frame: Callable[[bytes], None]) -> None:
        self.path = path
        self.on_frame = on_frame
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.on_lost: Callable[[], None] | None = None  # told once, when the server goes or has said that it does
        self._rest = b""
        self._transport: asyncio.Transport

    @classmethod
    async def connect(
        cls,
        port: int,
        path: str,
        on_frame: Callable[[bytes], None],
        address: str = "",
        secure: ssl.SSLContext | None = None,
    ) -> "Socket":
        """A connection that is open; from a certain address of this machine, if one is given."""
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(
            lambda: cls(path, on_frame), HOST, port, local_addr=_local(address), ssl=secure
        )
        async with asyncio.timeout(PATIENCE):
            await socket.opened
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is one in deed, not by name
        self._transport.write(handshake_of(self.path))

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(connection_lost())
        self._lose()

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        at = self._handshake(data) if not self.opened.done() else 0
        while (frame := _frame_at(data, at)) is not None:
            body, end = frame
            self._take(data[at] & 0x0F, data[body:end])
            at = end
        self._rest = data[at:]

    def _handshake(self, data: bytes) -> int:
        """Where the frames begin, once the answer is whole."""
        head, separator, _ = data.partition(b"\r\n\r\n")
        if not separator:
            return 0
        if head.split(b" ", 2)[1:2] != [b"101"]:
            self.opened.set_exception(connection_lost())
        else:
            self.opened.set_result(None)
        return len(head) + len(separator)

    def _take(self, opcode: int, body: bytes) -> None:
        if opcode == TEXT:
            self.on_frame(body)
        elif opcode == PING:
            self._transport.write(frame_of(body, PONG))
        elif opcode == CLOSE:
            self._lose()

    def _lose(self) -> None:
        was_closed, self.closed = self.closed, True
        if self.on_lost is not None and not was_closed:
            self.on_lost()

    def send(self, text: bytes) -> None:
        self._transport.write(frame_of(text))

    def close(self) -> None:
        self._transport.abort()


async def first_frame(port: int, path: str, hello: bytes, address: str = "") -> tuple[Socket, bytes]:
    """A connection that has said hello, and what came first over it."""
    came: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def on_frame(frame: bytes) -> None:
        if not came.done():
            came.set_result(frame)

    def on_lost() -> None:
        if not came.done():
            came.set_exception(connection_lost())

    socket = await Socket.connect(port, path, on_frame, address)
    socket.on_lost = on_lost
    try:
        if socket.closed:
            raise connection_lost()
        socket.send(hello)
        return socket, await came
    except BaseException:
        socket.close()
        raise


def _frame_at(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the body of the frame at a place begins and ends, if all of it is there."""
    if len(data) < at + 2:
        return None
    size, body = data[at + 1], at + 2
    if size == WIDE:
        size, body = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
    elif size == WIDER:
        size, body = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
    return (body, body + size) if body + size <= len(data) else None


class Http:
    """A connection for requests, one after another."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def connect(cls, port: int, address: str = "", secure: ssl.SSLContext | None = None) -> "Http":
        return cls(*await asyncio.open_connection(HOST, port, local_addr=_local(address), ssl=secure))

    async def post(self, path: str, body: object, key: str = "") -> Any:
        """The answer, read; raises ServerLost unless the server did what it was asked."""
        self._writer.write(request_of("POST", path, body, key))
        try:
            head = await self._reader.readuntil(b"\r\n\r\n")
            size = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
            answer = await self._reader.readexactly(size)
        except (OSError, ValueError, asyncio.IncompleteReadError) as error:
            raise connection_lost() from error
        if not head.split(b" ", 2)[1].startswith(b"2"):
            raise ServerLost(
                "bench/refused",
                Sentence("the measured server refused {path}: {answer}", path=path, answer=answer.decode()),
            )
        return json.loads(answer)

    def close(self) -> None:
        self._writer.close()


def _local(address: str) -> tuple[str, int] | None:
    """Whence a connection comes: loopback has many addresses, and to a server each of them is another client."""
    return (address, 0) if address else None


def connection_lost() -> ServerLost:
    return ServerLost("bench/connection", Sentence("the measured server closed a connection"))


MESSAGE = b'{"type":"move","id":"123","seat":"K","move":"C12K","ply":123}'  # as long as a move


class Echo:
    def __init__(self, port: int) -> None:
        self._port = port
        self._sockets: list[Socket] = []
        self._going = False
        self._messages = 0

    async def open(self, connections: int) -> None:
        for number in range(connections):
            self._sockets.append(await Socket.connect(self._port, "/echo", lambda _, n=number: self._on_frame(n)))  # type: ignore[misc]

    def close(self) -> None:
        for socket in self._sockets:
            socket.close()

    async def messages_per_second(self, seconds: float, warm_up: float) -> float:
        self._going = True
        for socket in self._sockets:
            socket.send(MESSAGE)
        await asyncio.sleep(warm_up)
        before, begun = self._messages, perf_counter()
        await asyncio.sleep(seconds)
        rate = (self._messages - before) / (perf_counter() - begun)
        self._going = False
        await asyncio.sleep(0.1)  # until the last have come back
        if any(socket.closed for socket in self._sockets):
            raise connection_lost()
        return rate

    def _on_frame(self, number: int) -> None:
        self._messages += 1
        if self._going:
            self._sockets[number].send(MESSAGE)
