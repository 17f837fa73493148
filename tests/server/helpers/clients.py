"""Clients at addresses of their own (all of 127.0.0.0/8 is this machine), who may hang up."""

import json
import select
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from waiting import PATIENCE


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
