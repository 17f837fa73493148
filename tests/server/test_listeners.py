"""What somebody who listens to a line fails by: whoever receives hears of it, once, and it is not kept."""

import asyncio
import gc
import socket
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
import uvicorn
from raw_lines import asking, handshake
from table_server import GENEROUS
from uvicorn._types import ASGIReceiveCallable, ASGISendCallable, Scope
from waiting import PATIENCE

from ewala.server.platform.config import Config
from ewala.server.platform.edge.edge import Edge
from ewala.server.platform.edge.protocol import BoundedHttp
from ewala.server.platform.edge.websockets import BoundedWebSocket, line_of


class Failing:
    """An application whose listener fails, at once or after a wait."""

    def __init__(self, *, waits: bool) -> None:
        self.waits = waits
        self.raised: list[str] = []
        self.lines: list[weakref.ref[BoundedWebSocket]] = []

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        await receive()
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        line = line_of(scope)  # type: ignore[arg-type]
        self.lines.append(weakref.ref(line))
        try:
            with line.hands_to(self.fail):
                await receive()
        except ValueError as failure:
            self.raised.append(str(failure))

    async def fail(self, text: str) -> None:
        if self.waits:
            await asyncio.sleep(0)
        raise ValueError(text)


@contextmanager
def running(app: Failing) -> Iterator[int]:
    protocol = partial(BoundedHttp, Edge(Config(limits=GENEROUS)))
    settings = uvicorn.Config(app, http=protocol, lifespan="off", log_config=None)  # type: ignore[arg-type]
    server = uvicorn.Server(settings)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        yield listening.getsockname()[1]
        server.should_exit = True
        thread.join(PATIENCE)


@pytest.mark.parametrize("waits", [False, True])
def test_what_a_listener_fails_by_is_raised_once_and_not_kept(waits: bool) -> None:
    app = Failing(waits=waits)
    gc.disable()
    try:
        with running(app) as port, socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
            line.sendall(handshake())
            assert line.recv(1 << 16).startswith(b"HTTP/1.1 101")
            line.sendall(asking({"number": 1}) + asking({"number": 2}))
            while line.recv(1 << 16):
                pass
        assert app.raised == ['{"number": 1}']
        assert [line() for line in app.lines] == [None]
    finally:
        gc.enable()
