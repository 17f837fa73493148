"""The server itself: uvicorn, whose connections pass the edge, and which says goodbye and is gone in time."""

import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from types import FrameType

import uvicorn

from ewala.server.app import create_app
from ewala.server.composition import FEATURES
from ewala.server.platform.config import Config
from ewala.server.platform.edge.connection import Connection
from ewala.server.platform.edge.edge import Edge
from ewala.server.platform.operate.port import OperatePort
from ewala.server.tables.feature import Feature
from ewala.server.tables.metrics import ServerMetrics
from ewala.server.tables.registry import TableRegistry
from ewala.server.workers import share_one_heap, stop_signals

log = logging.getLogger("ewala.server")

NEVER = 365 * 24 * 3600  # seconds: the edge closes what is idle, and knows of requests that wait for their turn
GONE_WITHIN = 9.0  # seconds after it was asked to stop
CLIENTS_MISTAKES = (
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
    "ASGI callable returned without completing handshake.",  # refused with a status, or has left meanwhile
)


class Settings(uvicorn.Config):
    """What uvicorn is told, and what our own part of the server needs besides."""

    edge: Edge
    registry: TableRegistry
    operate: OperatePort

    def load(self) -> None:
        """Put a `Connection` between the event loop and uvicorn's protocol."""
        super().load()
        self.http_protocol_class = partial(Connection, self.edge.connections, self.http_protocol_class)  # type: ignore


class TableServer(uvicorn.Server):
    """Says goodbye before it closes connections, and is gone in time, whatever holds it up."""

    def __init__(self, settings: "Settings", operating: socket.socket | None = None) -> None:
        """`operating` listens for whoever runs the server."""
        super().__init__(settings)
        self.settings = settings
        self._operating = operating

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn does, but a signal that was followed is not raised again: to stop when asked is no failure."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        with stop_signals(self.handle_exit):
            yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.settings.registry.stopping = True  # from now on nobody new is sent here
        if not self.should_exit:
            end = threading.Timer(GONE_WITHIN, _end_at_once)
            end.daemon = True
            end.start()
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._operating is not None:
            await self.settings.operate.open(self._operating)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self.settings.registry.say_goodbye()
        await super().shutdown(sockets)
        self.settings.operate.close()  # the last to go: until then it says that nobody should come


def _end_at_once() -> None:
    """A database that does not answer holds threads that nothing can end; all that was acknowledged is on disk."""
    log.error("something does not end: going without it")
    logging.shutdown()
    os._exit(0)


def server_settings(
    config: Config, now: Callable[[], int] | None = None, features: Sequence[Feature] = FEATURES
) -> Settings:
    share_one_heap()
    app = create_app(config, now, features)
    settings = Settings(
        app,
        timeout_keep_alive=NEVER,
        log_config=None,
        log_level="warning",
        access_log=False,
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=config.limits.frame_bytes,
        ws_ping_interval=config.heartbeat_seconds,
        ws_per_message_deflate=False,
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=list(config.proxies),
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    settings.edge, settings.registry = app.state.edge, app.state.registry
    metrics = ServerMetrics(settings.registry, settings.edge, app.state.jobs)
    settings.operate = OperatePort(settings.registry.why_not_ready, metrics.text)
    logging.getLogger("uvicorn.error").addFilter(_not_of_clients)  # after uvicorn has set up its logging
    return settings


def _not_of_clients(entry: logging.LogRecord) -> bool:
    """Whether an entry is about the server: what clients do wrong is their matter, and would fill the log."""
    return entry.msg not in CLIENTS_MISTAKES
