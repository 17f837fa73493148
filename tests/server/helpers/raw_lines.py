"""WebSockets byte by byte: for devices that say what no client library would, or do not read."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from devices import Frame
from table_server import Table
from waiting import PATIENCE
from websockets.frames import Frame as Piece
from websockets.frames import Opcode


def handshake(table_id: str = "", version: int = 13) -> bytes:
    return (
        f"GET /api/tables/{table_id}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: {version}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


def asking(frame: Frame) -> bytes:
    return Piece(Opcode.TEXT, json.dumps(frame).encode()).serialize(mask=True)


@contextmanager
def raw_line(table: Table, seat: str) -> Iterator[socket.socket]:
    """A device of this seat, with a small letterbox, that has said hello and read nothing but the handshake."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(PATIENCE)
        line.connect(("127.0.0.1", table.server.port))
        line.sendall(handshake(table.id))
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += line.recv(1)
        assert head.startswith(b"HTTP/1.1 101")
        line.sendall(asking({"type": "hello", "keys": [table.keys[seat]]}))
        yield line
