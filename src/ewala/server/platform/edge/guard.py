"""What every request passes: limits on how often, the origin of WebSockets, headers that keep a page in its bounds."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.locale.languages import negotiated
from ewala.server.platform.config import Config
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.connection_limiter import Connection
from ewala.server.platform.edge.edge import Edge, connection_of
from ewala.server.platform.edge.policy import BY_HEADER_ALONE, IN_THE_PAGE
from ewala.tables.problems import GOODBYE, SERVICE_RESTART, TooMany, problem_of, status_of

SECURITY_HEADERS: Mapping[bytes, bytes] = {
    b"content-security-policy": f"{IN_THE_PAGE}; {BY_HEADER_ALONE}".encode(),
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
}
ORIGIN_REFUSED = 1008


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, config: Config, edge: Edge, refused: Counter[str] | None = None) -> None:
        """`refused` counts by code what is turned away here."""
        self.app = app
        self.config = config
        self.edge = edge
        self._refused: Counter[str] = Counter() if refused is None else refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._http(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        visit, edge = connection_of(scope), self.edge
        answered = False

        async def send_with_headers(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                present = {name for name, _ in message["headers"]}
                missing = [(name, value) for name, value in SECURITY_HEADERS.items() if name not in present]
                message["headers"] = [*message["headers"], *missing]
            elif visit is not None and message["type"] == "http.response.body":
                size = len(message["body"])
                visit.sent += size
                edge.door.turns.charge(visit.client, size * costs.ANSWER_BYTE)
            await send(message)

        try:
            self._check(scope, visit)
        except EwalaError as error:
            self._refused[error.code] += 1
            await _answer(error, scope, send_with_headers)
        else:
            try:
                await edge.door.turns.turn(edge.client(scope), costs.REQUEST)
                await self.app(scope, receive, send_with_headers)
            except asyncio.CancelledError:  # the server goes, and what this one waits for does not come
                if not answered:
                    await _answer(GOODBYE, scope, send_with_headers)
        finally:
            if visit is not None:
                edge.door.speaks_for_itself(visit)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.origin_is_ours(scope):
            await receive()
            await send({"type": "websocket.close", "code": ORIGIN_REFUSED, "reason": ""})
            return
        try:
            self._check(scope, connection_of(scope))
        except EwalaError as error:
            self._refused[error.code] += 1
            await receive()
            await _answer(error, scope, send, "websocket.")
            return
        # Twenty devices that come at once would else be seen to in one go, while everybody waits.
        try:
            await self.edge.door.turns.turn(self.edge.client(scope), costs.HANDSHAKE)
            await self.app(scope, receive, send)
        except asyncio.CancelledError:  # the server goes, and what this one waits for does not come
            with suppress(RuntimeError):  # it may have been closed already
                await send({"type": "websocket.close", "code": SERVICE_RESTART, "reason": ""})

    def _check(self, scope: Scope, visit: Connection | None) -> None:
        """Whether the request is for us, and its client has not had too much already; raises what is wrong."""
        edge = self.edge
        edge.pay_ahead(scope, costs.REQUEST)
        edge.names.check(_header(scope, b"host"))
        if visit is not None:
            client = edge.client(scope)
            if not edge.door.speaks_for(visit, client):
                raise TooMany("server/too-many-connections", Sentence("too many connections at once"))
            if edge.door.unread(client) > edge.limits.unread_bytes:
                raise TooMany("server/unread", Sentence("too many answers that were not read: read them first"))

    def origin_is_ours(self, scope: Scope) -> bool:
        """A browser says from which page it connects; programs say nothing, and have no user's page to misuse."""
        said, host = _header(scope, b"origin"), _header(scope, b"host")
        if said is None:
            return True
        try:
            page = urlsplit(said).netloc
        except ValueError:
            return False
        return (page != "" and page == host) or said in self.config.origins


def _header(scope: Scope, wanted: bytes) -> str | None:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == wanted), None)


async def _answer(error: EwalaError, scope: Scope, send: Send, kind: str = "") -> None:
    """A refusal as an answer; `kind` begins the types of messages, of which the framework knows only those of HTTP."""
    status, headers, body = _answer_of(error, scope)
    start: Any = {"type": f"{kind}http.response.start", "status": status, "headers": headers}
    rest: Any = {"type": f"{kind}http.response.body", "body": body, "more_body": False}
    await send(start)
    await send(rest)


def _answer_of(error: EwalaError, scope: Scope) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """A refusal as an answer: status, headers, body."""
    body = msgspec.json.encode(problem_of(error, negotiated(_header(scope, b"accept-language") or "")))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if isinstance(error, TooMany):
        headers.append((b"retry-after", str(error.seconds).encode()))
    return status_of(error), headers, body
