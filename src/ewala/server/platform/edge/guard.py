"""What every request passes: limits, the origin of WebSockets, headers that keep a page in its bounds."""

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
from ewala.server.platform.edge.connection import CURRENT, Connection
from ewala.server.platform.edge.edge import CONNECTION, Edge
from ewala.server.platform.edge.page_security import BY_HEADER_ALONE, IN_THE_PAGE
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
TRY_AGAIN_LATER = 1013
DISPLACED = TooMany("server/too-many-connections", Sentence("too many connections at once"))
UNREAD = TooMany("server/unread", Sentence("too many answers that were not read: read them first"))
TOO_LARGE = EwalaError("request/too-large", Sentence("the request is too large"))
UPGRADE_WITH_BODY = EwalaError("request/invalid", Sentence("the request does not follow the API's description"))
# Bytes that may follow are not read: the web server would take the body of an upgrade for the next request.
LAST_WORDS = {TOO_LARGE: 413, UPGRADE_WITH_BODY: 400}


class Disconnected(Exception):
    """The client has left before its request was complete."""


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, config: Config, edge: Edge, refused: Counter[str] | None = None) -> None:
        """`refused` counts by code what is turned away here."""
        self.app = app
        self.config = config
        self.edge = edge
        self._refused: Counter[str] = Counter() if refused is None else refused
        self._goodbyes: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self.app(scope, receive, send)
            return
        connection = CURRENT.get()
        CURRENT.set(None)  # tasks that the application starts live longer
        if connection is not None:
            extensions: dict[str, Any] = {**(scope.get("extensions") or {}), CONNECTION: connection}
            scope["extensions"] = extensions
        handle = self._http if scope["type"] == ScopeType.HTTP else self._websocket
        try:
            await handle(scope, receive, send, connection)
        finally:
            if connection is not None:
                extensions.clear()

    # --- HTTP

    async def _http(self, scope: Scope, receive: Receive, send: Send, connection: Connection | None) -> None:
        answered = False
        length = _body_length(scope)

        async def send_with_headers(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                present = {name for name, _ in message["headers"]}
                missing = [(name, value) for name, value in SECURITY_HEADERS.items() if name not in present]
                if length is None:  # where its last chunk ends is not known here: it is the connection's last request
                    missing.append((b"connection", b"close"))
                message["headers"] = [*message["headers"], *missing]
            elif connection is not None and message["type"] == "http.response.body":
                connection.charge(len(message["body"]) * costs.ANSWER_BYTE)
            await send(message)

        try:
            if connection is not None:
                scope["headers"] = list(scope["headers"])  # trailers are none
                receive = await self._whole_request(receive, connection, length, scope)
            self._check(scope, connection)
            await self.edge.turns.turn(self.edge.client(scope), costs.REQUEST)
            await self.app(scope, receive, send_with_headers)
        except Disconnected:
            return
        except EwalaError as error:
            self._refused[error.code] += 1
            await _answer(error, scope, send_with_headers)
        except asyncio.CancelledError:  # the server stops
            if not answered:
                await _answer(GOODBYE, scope, send_with_headers)
        finally:
            if connection is not None:
                self.edge.connections.reset_client(connection)
                connection.answered()

    async def _whole_request(
        self, receive: Receive, connection: Connection, length: int | None, scope: Scope
    ) -> Receive:
        """Read a request's body; the application is given it at once."""
        if length != 0 and (scope.get("method") == "CONNECT" or _header(scope, b"upgrade")):
            raise UPGRADE_WITH_BODY
        connection.request_started(length)
        body = b""
        while True:
            message = await receive()
            if message["type"] != "http.request":
                raise Disconnected
            connection.body_received(len(message["body"]))
            body += message["body"]
            if len(body) > self.edge.limits.body_bytes:
                raise TOO_LARGE
            if not message["more_body"]:
                break
        connection.request_complete()
        whole: Any = {"type": "http.request", "body": body, "more_body": False}

        async def receive_whole() -> Any:
            nonlocal whole
            if whole is None:
                return await receive()
            message, whole = whole, None
            return message

        return receive_whole

    # --- WebSockets

    async def _websocket(self, scope: Scope, receive: Receive, send: Send, connection: Connection | None) -> None:
        if not self.origin_is_ours(scope):
            await receive()
            await send({"type": "websocket.close", "code": ORIGIN_REFUSED, "reason": ""})
            return

        async def send_and_note(message: Message) -> None:
            await send(message)
            if connection is not None and message["type"] == "websocket.accept":
                connection.accepted(lambda: self._make_way(send))

        try:
            if connection is not None:
                connection.request_complete()
            self._check(scope, connection)
            # Of many devices that come at once, each waits for its turn.
            await self.edge.turns.turn(self.edge.client(scope), costs.HANDSHAKE)
            await self.app(scope, receive, send_and_note)
        except EwalaError as error:
            self._refused[error.code] += 1
            await receive()
            await _answer(error, scope, send, "websocket.")
        except asyncio.CancelledError:  # the server stops
            with suppress(RuntimeError):  # it may have been closed already
                await send({"type": "websocket.close", "code": SERVICE_RESTART, "reason": ""})

    def _make_way(self, send: Send) -> bool:
        """Close a connection whose place a newcomer takes, and say why."""
        goodbye = asyncio.get_running_loop().create_task(_close(send))
        self._goodbyes.add(goodbye)
        goodbye.add_done_callback(self._goodbyes.discard)
        return True

    # --- Both

    def _check(self, scope: Scope, connection: Connection | None) -> None:
        """Raises what is wrong: with the request, or with how much its client has had already."""
        edge = self.edge
        edge.pay_ahead(scope, costs.REQUEST)
        edge.names.check(_header(scope, b"host"))
        if connection is not None:
            client = edge.client(scope)
            if not edge.connections.assign_client(connection, client):
                raise DISPLACED
            if edge.connections.unread(client) > edge.limits.unread_bytes:
                raise UNREAD

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


async def _close(send: Send) -> None:
    with suppress(OSError, RuntimeError):  # it has left, or was closed already
        await send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": DISPLACED.code})


def _header(scope: Scope, wanted: bytes) -> str | None:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == wanted), None)


def _body_length(scope: Scope) -> int | None:
    """How long a request's body is, as its head says; None if it comes in chunks."""
    return None if _header(scope, b"transfer-encoding") else int(_header(scope, b"content-length") or 0)


async def _answer(error: EwalaError, scope: Scope, send: Send, kind: str = "") -> None:
    """A refusal as an answer; `kind` begins the types of messages, of which the framework knows only those of HTTP."""
    body = msgspec.json.encode(problem_of(error, negotiated(_header(scope, b"accept-language") or "")))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if isinstance(error, TooMany):
        headers.append((b"retry-after", str(error.seconds).encode()))
    if error in LAST_WORDS:
        headers.append((b"connection", b"close"))
    status = LAST_WORDS.get(error) or status_of(error)
    start: Any = {"type": f"{kind}http.response.start", "status": status, "headers": headers}
    rest: Any = {"type": f"{kind}http.response.body", "body": body, "more_body": False}
    await send(start)
    await send(rest)
