"""What every request passes: limits on how often, the origin of WebSockets, headers that keep a page in its bounds."""

from collections.abc import Mapping
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ewala.core.sentences import Sentence
from ewala.locale.languages import negotiated
from ewala.server.config import Config
from ewala.server.problems import TooMany, problem_of
from ewala.server.throttle import Buckets

__all__ = ["Guard"]

SECURITY_HEADERS: Mapping[bytes, bytes] = {
    b"content-security-policy": (
        b"default-src 'self'; img-src 'self' data:; connect-src 'self'; style-src 'self'; script-src 'self'; "
        b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
}
ORIGIN_REFUSED = 1008


def client_of(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else ""


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, config: Config) -> None:
        self.app = app
        self.config = config
        self._requests = Buckets(config.limits.requests_per_second, config.limits.requests_burst)
        self._connections: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._http(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name for name, _ in message["headers"]}
                missing = [(name, value) for name, value in SECURITY_HEADERS.items() if name not in present]
                message["headers"] = [*message["headers"], *missing]
            await send(message)

        if self._requests.take(client_of(scope)):
            await self.app(scope, receive, send_with_headers)
        else:
            await self._too_many(scope, send_with_headers)

    async def _too_many(self, scope: Scope, send: Send) -> None:
        headers = dict(scope["headers"])
        error = TooMany("server/too-many", Sentence("too many requests at once: wait a moment"))
        language = negotiated(headers.get(b"accept-language", b"").decode("latin-1"))
        body = msgspec.json.encode(problem_of(error, language))
        answer = [(b"content-type", b"application/json"), (b"retry-after", b"1")]
        await send({"type": "http.response.start", "status": 429, "headers": answer})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = client_of(scope)
        crowded = self._connections.get(client, 0) >= self.config.limits.connections_per_client
        if crowded or not self.origin_is_ours(scope):
            await receive()
            await send({"type": "websocket.close", "code": ORIGIN_REFUSED, "reason": ""})
            return
        self._connections[client] = self._connections.get(client, 0) + 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._connections[client] -= 1
            if not self._connections[client]:
                del self._connections[client]

    def origin_is_ours(self, scope: Scope) -> bool:
        """A browser says from which page it connects; programs say nothing, and have no user's page to misuse."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if origin is None:
            return True
        host, said = headers.get(b"host", b"").decode("latin-1"), origin.decode("latin-1")
        try:
            page = urlsplit(said).netloc
        except ValueError:
            return False
        return (page != "" and page == host) or said in self.config.origins
