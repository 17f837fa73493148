"""`ewala serve`, and plain `ewala`: start the server, or several, say where it is, show the page."""

import argparse
import logging
import os
import socket
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from ewala.core.sentences import Sentence
from ewala.server import browser
from ewala.server.arguments import PORT, THIS_MACHINE, add_arguments
from ewala.server.features.admin import AdminKey, desk_link
from ewala.server.features.mail import smtp_config
from ewala.server.listening import CannotServe, address_of, listen
from ewala.server.platform.bus import bus_for
from ewala.server.platform.config import Config
from ewala.server.platform.operate.log_lines import JsonLines
from ewala.server.platform.storage.arguments import data_dir_of
from ewala.server.platform.storage.store import Store, unusable
from ewala.server.table_server import TableServer, server_settings
from ewala.server.workers import Workers

__all__ = ["add_arguments", "play_here", "run"]

EVERYWHERE = ("0.0.0.0", "::")
PORTS_TRIED = 20  # one after another, where nobody has asked for a certain one


def run(parsed: argparse.Namespace) -> int:
    data_dir = _data_dir(parsed.data_dir)
    config = Config(
        parsed.host,
        parsed.port,
        data_dir,
        parsed.database,
        parsed.news,
        tuple(parsed.origin),
        tuple(parsed.proxy),
        (parsed.host, *parsed.name),
        push_contact=parsed.contact,
        mail=parsed.mail,
        mail_from=parsed.mail_from,
    )
    if parsed.mail:
        smtp_config(parsed.mail, parsed.mail_from)  # what is wrong with it is said here, in one line
        os.environ["EWALA_MAIL"] = parsed.mail  # for workers, whose words others of this machine can read
    if parsed.listening is not None:
        listening = socket.socket(fileno=parsed.listening)
    else:
        listening = listen(parsed.host, parsed.port)
    if parsed.workers > 1:
        return _serve_many(config, listening, parsed)
    operating = listen(*parsed.operate) if parsed.operate else None
    several = parsed.listening is not None
    return _serve(
        config, listening, show=parsed.open, operating=operating, log_as=parsed.log, several=several, desk=not several
    )


def _serve_many(config: Config, listening: socket.socket, parsed: argparse.Namespace) -> int:
    """Several processes on one socket, each with a port of its own for whoever runs them, one after another."""
    store = _tried(config)
    if not store.shared:
        raise CannotServe(
            "server/workers",
            Sentence(
                "SQLite is one process's alone: for {workers} of them, keep the tables in PostgreSQL (--database)",
                workers=parsed.workers,
            ),
        )
    _write_log(parsed.log)
    _say_where(config, listening, store)
    say_desk(listening, store)
    if parsed.open:
        browser.show(_address_here(listening))
    return Workers(partial(_command_of, parsed, listening), listening, parsed.workers).run()


def _command_of(parsed: argparse.Namespace, listening: socket.socket, number: int) -> list[str]:
    """What starts the worker of that number, from 0."""
    several = [("--origin", parsed.origin), ("--proxy", parsed.proxy), ("--name", parsed.name)]
    words = ["serve", "--host", parsed.host, "--listening", str(listening.fileno()), "--log", parsed.log]
    words += ["--database", parsed.database, *(["--news", parsed.news] if parsed.news else [])]
    words += ["--contact", parsed.contact] if parsed.contact else []
    words += ["--mail-from", parsed.mail_from] if parsed.mail_from else []  # where it goes by is in the environment
    words += ["--data-dir", str(parsed.data_dir)] if parsed.data_dir else []
    words += [word for option, values in several for value in values for word in (option, value)]
    if parsed.operate:
        host, port = parsed.operate
        words += ["--operate", f"{host}:{port + number if port else 0}"]
    return [sys.executable, "-m", "ewala", *words]


def play_here() -> int:
    """Plain `ewala`: the page in a browser on this machine, from the server that is there or from a new one."""
    for port in range(PORT, PORT + PORTS_TRIED):
        try:
            listening = listen(THIS_MACHINE, port)
        except CannotServe:
            address = address_of(THIS_MACHINE, port)
            if browser.is_ours(address):
                _say(f"Ewala is at {address} already")
                browser.show(address, wait=True)
                return 0
        else:
            return _serve(Config(THIS_MACHINE, port, _data_dir(None)), listening, show=True)
    return _serve(Config(THIS_MACHINE, 0, _data_dir(None)), listen(THIS_MACHINE, 0), show=True)


def _data_dir(wanted: Path | None) -> Path:
    folder = data_dir_of(wanted)
    _check_folder(folder)
    return folder


def _serve(
    config: Config,
    listening: socket.socket,
    *,
    show: bool,
    operating: socket.socket | None = None,
    log_as: str = "text",
    several: bool = False,
    desk: bool = False,
) -> int:
    """Serve until somebody stops it. The socket listens already: who comes early waits a moment. One of several
    processes leaves it to the one that has started them to say where they are. `desk`: whoever starts it is a host, and
    is told the key of the host's desk, once."""
    host, port = listening.getsockname()[:2]
    config = replace(config, host=host, port=port, warm_bots=True)
    store = _tried(config)
    _write_log(log_as)
    server = TableServer(server_settings(config), operating)
    if not several:
        _say_where(config, listening, store)
    if operating is not None and not several:
        _say(f"Its figures are at {address_of(*operating.getsockname()[:2])}metrics")
    if desk:
        say_desk(listening, store)
    if show:
        browser.show(_address_here(listening))
    server.run(sockets=[listening])
    return 0


def _tried(config: Config) -> Store:
    """The database, closed again: what is wrong with it, or with where news comes from, is said here, in one line."""
    store = Store(config.database_url)
    try:
        bus_for(store, config.news)
    finally:
        store.close()
    return store


def _say_where(config: Config, listening: socket.socket, store: Store) -> None:
    kept_in = store.engine.url.render_as_string() if config.database else config.data_dir
    address = address_of(*listening.getsockname()[:2])
    _say(f"Ewala is at {address} (Ctrl-C stops it; its tables are kept in {kept_in})")


def say_desk(listening: socket.socket, store: Store) -> None:
    """At the first start of all: of the key nothing but a digest is kept."""
    try:
        key = AdminKey(store.engine).first()
    except SQLAlchemyError as error:  # it was there a moment ago
        raise unusable(store.engine.url.render_as_string(), error) from None
    finally:
        store.engine.dispose()
    if key is not None:
        link = desk_link(_address_here(listening), key)
        _say(f"The host's desk is at {link} (told this once; `ewala desk new-key` makes another key)")


def _address_here(listening: socket.socket) -> str:
    """Where a browser on this machine finds it."""
    host, port = listening.getsockname()[:2]
    return address_of(THIS_MACHINE if host in EVERYWHERE else host, port)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _write_log(log_as: str) -> None:
    """Lines on the error stream, each with its time and level."""
    lines = logging.StreamHandler()
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    lines.setFormatter(JsonLines() if log_as == "json" else plain)
    logging.basicConfig(handlers=[lines], level=logging.WARNING)
    logging.getLogger("ewala").setLevel(logging.INFO)


def _check_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # the dice's secrets are in it
    except OSError as error:
        raise CannotServe(
            "server/folder", Sentence("{folder} cannot be used: {why}", folder=folder, why=error.strerror)
        ) from None
    if not os.access(folder, os.W_OK):
        raise CannotServe("server/folder", Sentence("{folder} cannot be written to", folder=folder))
