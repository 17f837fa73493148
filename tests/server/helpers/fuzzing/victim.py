"""The server that is attacked, in a process of its own; and whether its tables are in order afterwards."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from mail_server import mail_server
from sqlalchemy import select

from ewala.core.errors import EwalaError
from ewala.games.records import read_record
from ewala.lab.bench.processes import memory_of_each
from ewala.server.listening import listen
from ewala.server.platform.config import Config, Limits
from ewala.server.platform.storage.schema import tables
from ewala.server.platform.storage.store import Store
from ewala.server.table_server import TableServer, server_settings
from ewala.tables.events import decode_event
from ewala.tables.table import Table
from fuzzing.report import Report

PLENTY = 10**9
MORE_FILES = 60  # connections to the database, which are made as they are needed, and kept
MORE_SOCKETS = 8  # to worker processes, which are started as they are needed, and kept
MORE_MEMORY = 100_000_000  # bytes: what Python keeps for the next time
MEMORY_OF_A_WORKER = 400_000_000  # bytes, whenever it was started: machine code, and what its search may keep
MEMORY_OF_A_TABLE = 400_000  # bytes, with its game
GONE_WITHIN = 60  # seconds in which the server lets go of those who have hung up, or never finished a request
STOPS_WITHIN = 120  # seconds: longer than it takes on a busy machine


def serve(folder: Path) -> None:
    """A server with its limits on how much at once, but without those on how often: only the coach keeps them.

    A hint takes a second of thought, and whoever asks for many has to wait; that is no finding.
    """
    limits = replace(unlimited(), hints_per_minute=Limits.hints_per_minute, hints_burst=4)
    listening = listen("127.0.0.1", 0)
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    with mail_server() as post:
        mail: dict[str, Any] = {"mail": post.url, "mail_from": "ewala@club.example"}
        server = TableServer(server_settings(Config(data_dir=folder, limits=limits, coach_iterations=1, **mail)))
        threading.Thread(target=_stop_when_alone, args=[server], daemon=True).start()
        server.run(sockets=[listening])


def unlimited() -> Limits:
    """No limits on how often and how many: whatever is counted by the time, for a client or a table. Sizes stay."""
    plenty: dict[str, Any] = {
        limit.name: PLENTY
        for limit in fields(Limits)
        if re.search(r"_(per_(second|minute|hour|client|address|key)|burst)$", limit.name)
    }
    return replace(Limits(), **{name: most for name, most in plenty.items() if not name.startswith("chat")})


def _stop_when_alone(server: TableServer) -> None:
    """Whoever started us holds our input open; nothing outlives them."""
    sys.stdin.read()
    server.should_exit = True


class Served:
    """The process, which runs `program --serve FOLDER`, its port, and what it complained of."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.errors = folder / "errors.txt"
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, str(program), "--serve", str(folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,  # Ctrl-C is for us: we stop it in order
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self._memory: int | None = None
        self._sockets: int | None = None
        self._files: int | None = None

    def at_rest(self) -> None:
        """Remember what it holds before anybody attacks it."""
        self._memory = memory_of_each(self.process.pid).get(self.process.pid)
        self._sockets, self._files = self._descriptors()

    def check_left_over(self, report: Report, tables: int) -> None:
        """When all clients are gone, nothing of theirs may be left; tables take their share of memory."""
        if self._memory is None or self._sockets is None or self._files is None:
            return  # nobody can tell here
        until = time.monotonic() + GONE_WITHIN
        while (held := self._descriptors())[0] > self._sockets + MORE_SOCKETS and time.monotonic() < until:
            time.sleep(0.2)
        if held[0] > self._sockets + MORE_SOCKETS:
            report.found(f"{held[0]} connections are open, {self._sockets} were before")
        if held[1] > self._files + MORE_FILES:
            report.found(f"{held[1]} files are open, {self._files} were before")
        workers = memory_of_each(self.process.pid)
        memory = workers.pop(self.process.pid, 0)
        bound = self._memory + MORE_MEMORY + tables * MEMORY_OF_A_TABLE
        report.answers["megabytes at the end"] = memory // 10**6
        if memory > bound:
            report.found(f"{memory:,} bytes of memory, more than {bound:,}; {self._memory:,} were held before")
        if (largest := max(workers.values(), default=0)) > MEMORY_OF_A_WORKER:
            report.found(f"{largest:,} bytes of memory in a worker, more than {MEMORY_OF_A_WORKER:,}")

    def _descriptors(self) -> tuple[int, int]:
        """Connections, and other open files."""
        folder = Path(f"/proc/{self.process.pid}/fd")
        names = []
        with suppress(OSError):  # one that is closed while we look, or a system without such a folder
            for descriptor in folder.iterdir():
                with suppress(OSError):
                    names.append(str(descriptor.readlink()))
        sockets = sum(name.startswith("socket:") for name in names)
        return sockets, len(names) - sockets

    def stop(self) -> list[str]:
        """Stop it, and return what it wrote to its error stream: nothing, if all is well."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOPS_WITHIN)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return [f"the server did not stop within {STOPS_WITHIN} seconds"]
        begins = re.compile(r"^(?=[A-Z]+: |a request failed|background work failed)", re.MULTILINE)
        entries = begins.split(self.errors.read_text())
        return [entry for entry in entries if entry.strip()]


def check_tables(folder: Path, report: Report) -> None:
    """Every table in the database is a legal game, and the dice of those that are over verify."""
    store = Store(f"sqlite:///{folder / 'ewala.db'}")
    with store.engine.connect() as connection:
        names = list(connection.execute(select(tables.c.id)).scalars())
    for name in names:
        stored = store.load(name)
        assert stored is not None
        try:
            table = Table.fold([decode_event(body) for body in stored.events], stored.secret)
            report.sent[f"table left {table.status}"] += 1
            if table.match is not None:
                record = read_record(table.match.record.text())
                if record.moves != table.match.record.moves:
                    report.found(f"table {name}: its record reads differently")
                if record.state.to_act is None:
                    record.verify()
        except (EwalaError, AssertionError) as error:
            report.found(f"table {name} is no legal game: {error}")
    store.close()


def count_tables(folder: Path) -> int:
    """While the server has its database: nobody else may open it as one."""
    connection = sqlite3.connect(f"file:{folder / 'ewala.db'}?mode=ro", uri=True)
    (count,) = connection.execute("select count(*) from tables").fetchone()
    connection.close()
    return int(count)
