"""`ewala serve`, and plain `ewala`: start the server, say where it is, show the page, stop it gracefully."""

import argparse
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType

import platformdirs
import uvicorn
from litestar import Litestar

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.server import browser
from ewala.server.app import create_app
from ewala.server.config import Config
from ewala.server.guarding.protocol import BoundedHttp
from ewala.server.one_heap import share_one_heap
from ewala.server.storage.store import Store
from ewala.server.tables.hub import Hub

__all__ = ["add_arguments", "play_here", "run"]

log = logging.getLogger("ewala.server")

GONE_WITHIN = 9.0  # seconds after it was asked to stop
THIS_MACHINE = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")
PORT = 8017
PORTS_TRIED = 20  # one after another, where nobody has asked for a certain one
HIGHEST_PORT = 65535
CLIENTS_MISTAKES = (
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
)


class CannotServe(EwalaError):
    """The server cannot start, and why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default=THIS_MACHINE, help="the address to listen on (this machine alone: 127.0.0.1)")
    parser.add_argument("--port", type=_port, default=PORT, help="the port to listen on, 0 for any free one (8017)")
    parser.add_argument(
        "--database", default="", metavar="URL", help="a database URL; SQLite in the data folder if not given"
    )
    parser.add_argument("--data-dir", type=Path, default=None, metavar="DIR", help="where the server keeps its files")
    parser.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="another site whose pages may connect"
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a reverse proxy that is believed when it says for whom it asks",
    )
    parser.add_argument(
        "--name", action="append", default=[], metavar="NAME", help="a name by which browsers find this server"
    )
    parser.add_argument("--open", action="store_true", help="show the page in a browser, where there is a desktop")


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to {HIGHEST_PORT}, not {text!r}")
    return int(text)


def run(parsed: argparse.Namespace) -> int:
    data_dir = _data_dir(parsed.data_dir)
    config = Config(parsed.host, parsed.port, data_dir, parsed.database, tuple(parsed.origin), tuple(parsed.proxy))
    config = replace(config, names=(parsed.host, *parsed.name))
    return _serve(config, _listen(parsed.host, parsed.port), show=parsed.open)


def play_here() -> int:
    """Plain `ewala`: the page in a browser on this machine, from the server that is there or from a new one."""
    for port in range(PORT, PORT + PORTS_TRIED):
        try:
            listening = _listen(THIS_MACHINE, port)
        except CannotServe:
            address = _address(THIS_MACHINE, port)
            if browser.is_ours(address):
                sys.stdout.write(f"Ewala is at {address} already\n")
                sys.stdout.flush()
                browser.show(address, wait=True)
                return 0
        else:
            return _serve(Config(THIS_MACHINE, port, _data_dir(None)), listening, show=True)
    return _serve(Config(THIS_MACHINE, 0, _data_dir(None)), _listen(THIS_MACHINE, 0), show=True)


def _data_dir(wanted: Path | None) -> Path:
    folder = wanted or Path(platformdirs.user_data_dir("ewala"))
    _check_folder(folder)
    return folder


def _serve(config: Config, listening: socket.socket, *, show: bool) -> int:
    """Serve until somebody stops it. The socket listens already: who comes early waits a moment."""
    host, port = listening.getsockname()[:2]
    config = replace(config, host=host, port=port, warm_bots=True)
    store = Store(config.database_url)  # what is wrong with it is said here, in one line
    store.close()
    _write_log()
    server = TableServer(server_settings(config))
    address = _address(host, port)
    kept_in = store.engine.url.render_as_string() if config.database else config.data_dir
    sys.stdout.write(f"Ewala is at {address} (Ctrl-C stops it; its tables are kept in {kept_in})\n")
    sys.stdout.flush()
    if show:
        browser.show(_address(THIS_MACHINE, port) if host in EVERYWHERE else address)
    server.run(sockets=[listening])
    return 0


def _write_log() -> None:
    """Lines on the error stream, each with its time and level."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    logging.getLogger("ewala").setLevel(logging.INFO)


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class TableServer(uvicorn.Server):
    """Says goodbye before it closes connections, and is gone in time, whatever holds it up."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn does, but a signal that was followed is not raised again: to stop when asked is no failure."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self.should_exit:
            end = threading.Timer(GONE_WITHIN, _end_at_once)
            end.daemon = True
            end.start()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app = self.config.app
        if isinstance(app, Litestar):
            hub: Hub = app.state.hub
            await hub.say_goodbye()
        await super().shutdown(sockets)


def _end_at_once() -> None:
    """A database that does not answer holds threads that nothing can end; all that was acknowledged is on disk."""
    log.error("something does not end: going without it")
    logging.shutdown()
    os._exit(0)


def server_settings(config: Config, now: Callable[[], int] | None = None) -> uvicorn.Config:
    share_one_heap()
    app = create_app(config, now)
    settings = uvicorn.Config(
        app,
        http=partial(BoundedHttp, app.state.edge),  # type: ignore[arg-type]  # it is called, and nothing else
        timeout_keep_alive=config.limits.keep_alive_seconds,
        log_config=None,
        log_level="warning",
        access_log=False,
        ws_max_size=config.limits.frame_bytes,
        ws_ping_interval=config.heartbeat_seconds,
        ws_per_message_deflate=False,
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=list(config.proxies),
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    logging.getLogger("uvicorn.error").addFilter(_not_of_clients)  # after uvicorn has set up its logging
    return settings


def _not_of_clients(entry: logging.LogRecord) -> bool:
    """Whether an entry is about the server: what clients do wrong is their matter, and would fill the log."""
    return entry.msg not in CLIENTS_MISTAKES


def _check_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # the dice's secrets are in it
    except OSError as error:
        raise CannotServe(
            "server/folder", Sentence("{folder} cannot be used: {why}", folder=folder, why=error.strerror)
        ) from None
    if not os.access(folder, os.W_OK):
        raise CannotServe("server/folder", Sentence("{folder} cannot be written to", folder=folder))


def _listen(host: str, port: int) -> socket.socket:
    listening = None
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        if listening is not None:
            listening.close()
        raise CannotServe(
            "server/port",
            Sentence(
                "{host}:{port} cannot be listened on: {why}; --port 0 takes any free one",
                host=host,
                port=port,
                why=error.strerror,
            ),
        ) from None
    return listening
