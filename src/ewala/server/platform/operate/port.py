"""The operators' port: `/live`, `/ready` and `/metrics`, one request a connection.

The event loop that serves the tables answers, so that one that hangs does not.
"""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import NamedTuple

from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

LONGEST_HEAD = 8 * 1024  # bytes
WITHIN = 5.0  # seconds, for the request and again for the answer
MOST_AT_ONCE = 64  # connections


class _Answer(NamedTuple):
    status: HTTPStatus
    body: str
    kind: str = "text/plain; charset=utf-8"


class OperatePort:
    """`why_not_ready` says what is in the way of players, "" if nothing is; `metrics` gives all figures as a text."""

    def __init__(self, why_not_ready: Callable[[], str], metrics: Callable[[], str]) -> None:
        self._why_not_ready = why_not_ready
        self._metrics = metrics
        self._here = 0
        self._server: asyncio.Server | None = None

    async def open(self, listening: socket.socket) -> None:
        self._server = await asyncio.start_server(self._serve, sock=listening, limit=LONGEST_HEAD)

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._here += 1
        try:
            if self._here <= MOST_AT_ONCE:
                await self._converse(reader, writer)
        finally:
            self._here -= 1
            writer.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(WITHIN):
                head = await reader.readuntil(b"\r\n\r\n")
            method, _, rest = head.partition(b"\r\n")[0].decode("latin-1").partition(" ")
            answer = self._answer(method, rest.partition(" ")[0].partition("?")[0])
            body = answer.body.encode()
            fields = f"content-type: {answer.kind}\r\ncontent-length: {len(body)}\r\nconnection: close"
            writer.write(f"HTTP/1.1 {answer.status} {answer.status.phrase}\r\n{fields}\r\n\r\n".encode())
            writer.write(b"" if method == "HEAD" else body)
            async with asyncio.timeout(WITHIN):
                await writer.drain()

    def _answer(self, method: str, path: str) -> _Answer:
        if method not in ("GET", "HEAD"):
            return _Answer(HTTPStatus.METHOD_NOT_ALLOWED, "only GET and HEAD are answered here\n")
        match path:
            case "/live":
                return _Answer(HTTPStatus.OK, "alive\n")
            case "/ready":
                why_not = self._why_not_ready()
                return _Answer(HTTPStatus.SERVICE_UNAVAILABLE if why_not else HTTPStatus.OK, f"{why_not or 'ready'}\n")
            case "/metrics":
                return _Answer(HTTPStatus.OK, self._metrics(), CONTENT_TYPE_PLAIN_0_0_4)
        return _Answer(HTTPStatus.NOT_FOUND, "here are /live, /ready and /metrics\n")
