"""A server in a process of its own, for benchmarks and arenas: `python -m ewala.server.subprocess_server`.

It prints its port, and for each line of input the processor time it has used. It stops when its input is closed.
"""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Literal

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.server.platform.config import Config, Limits

What = Literal["tables", "echo", "limited", "proxied"]

HOST = "127.0.0.1"
PLENTY = 10**9
GRACE = 20.0  # seconds until a server that does not stop is killed


class ServerLost(EwalaError):
    """The measured server did not start, or went away."""


class Server:
    """A server in a process of its own."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.pid = process.pid
        self.port = int(self._answer())

    def processor_seconds(self) -> float:
        """How long it has worked so far, all its threads together."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return float(self._answer())

    def _answer(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise ServerLost("bench/server", Sentence("a server of our own did not start, or went away"))
        return line


@contextmanager
def running(
    what: What, folder: Path, complaints: IO[str] | None = None, *, database: str = "", news: str = ""
) -> Iterator[Server]:
    """Start a server, and stop it at the end; what it complains of goes to a file, if there is one."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ewala.server.subprocess_server", what, str(folder), database, news],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=complaints,
        text=True,
        start_new_session=True,  # Ctrl-C is for us: we stop it in order
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield Server(process)
    finally:
        process.stdin.close()
        try:
            process.wait(GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def generous(folder: Path, database: str = "", news: str = "") -> Config:
    """The server's own settings, except that one client may do as much as it likes."""
    limits = Limits(
        units_per_second=PLENTY,
        units_burst=PLENTY,
        units_per_turn=PLENTY,
        units_per_round=PLENTY,
        key_units_per_second=PLENTY,
        key_units_burst=PLENTY,
        connections=PLENTY,
        connections_per_client=PLENTY,
        arrivals_per_second=PLENTY,
        arrivals_burst=PLENTY,
        tables_per_hour=PLENTY,
        tables_burst=PLENTY,
    )
    return Config(host=HOST, port=0, data_dir=folder, database=database, news=news, limits=limits)


def echo_app() -> Any:
    """A bare echo on the same framework: what a message costs before anybody does anything with it."""
    from litestar import Litestar, WebSocket, websocket
    from litestar.exceptions import WebSocketDisconnect

    async def echo(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        try:
            while True:
                await socket.send_data(await socket.receive_data(mode="text"))
        except WebSocketDisconnect:
            pass

    return Litestar(
        route_handlers=[websocket("/echo")(echo)],
        openapi_config=None,
        logging_config=None,
        # The annotations above are names of this function.
        signature_namespace={"WebSocket": WebSocket, "Any": Any},
    )


def allow_many_connections() -> None:
    """As many open files as the system lets us have."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main(what: str, folder: str, database: str = "", news: str = "") -> None:
    import socket

    from ewala.server.platform.edge.guard import Guard
    from ewala.server.table_server import TableServer, server_settings

    allow_many_connections()
    listening = socket.create_server((HOST, 0), backlog=4096)
    # With its limits as everybody has them, it is the server that people run: alone, or behind a proxy.
    if what in ("limited", "proxied"):
        proxies = (HOST,) if what == "proxied" else ()
        config = Config(host=HOST, port=0, data_dir=Path(folder), proxies=proxies, warm_bots=True)
    else:
        config = generous(Path(folder), database, news)
    settings = server_settings(config)
    if what == "echo":
        settings.app = Guard(echo_app(), config, settings.edge)
    server = TableServer(settings)

    def say(number: float) -> None:
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()

    def answer() -> None:
        for _ in sys.stdin:
            say(time.process_time())
        server.should_exit = True

    threading.Thread(target=answer, daemon=True).start()
    say(listening.getsockname()[1])
    server.run(sockets=[listening])


if __name__ == "__main__":
    main(*sys.argv[1:])
