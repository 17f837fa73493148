"""Connections below the level of a client library: requests that are hung up on, clients at addresses of their own (all
of 127.0.0.0/8 is this machine), WebSockets byte by byte."""

import json
import select
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
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


@contextmanager
def client_at(address: str, port: int) -> Iterator[httpx.Client]:
    """A client that the server knows by this address."""
    transport = httpx.HTTPTransport(local_address=address, verify=False)
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=PATIENCE) as client:
        yield client


class Caller:
    """A request that has been sent; its answer is not read unless somebody wants it."""

    def __init__(self, address: str, port: int, path: str, body: Any) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))
        data = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
        self.socket.sendall(f"{head}content-length: {len(data)}\r\n\r\n".encode() + data)

    def status(self) -> int | None:
        """The answer's status; None if there is no answer yet."""
        if not select.select([self.socket], [], [], 0)[0]:
            return None
        return int(self.socket.recv(12, socket.MSG_PEEK).split()[1])

    def hang_up(self) -> None:
        self.socket.close()
