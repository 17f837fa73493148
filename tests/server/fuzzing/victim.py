"""The server that is attacked, in a process of its own; and whether its tables are in order afterwards."""

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import uvicorn
from sqlalchemy import select

from ewala.core.errors import EwalaError
from ewala.games.records import read_record
from ewala.play.events import decode_event
from ewala.play.table import Table
from ewala.server.config import Config, Limits
from ewala.server.run import _listen, server_settings
from ewala.server.schema import tables
from ewala.server.store import Store
from fuzzing.report import Report

__all__ = ["Served", "check_tables", "serve"]

STOPS_WITHIN = 120  # seconds: longer than it takes on a busy machine


def serve(folder: Path) -> None:
    """A server with its limits on how much at once, but without those on how often: only the coach keeps them.

    A hint takes a second of thought, and whoever asks for many has to wait; that is no finding.
    """
    plenty = 10**9
    limits = Limits(
        units_per_second=plenty,
        units_burst=plenty,
        key_units_per_second=plenty,
        key_units_burst=plenty,
        connections=plenty,
        connections_per_client=plenty,
        arrivals_per_second=plenty,
        arrivals_burst=plenty,
        tables_per_hour=plenty,
        tables_burst=plenty,
        hints_burst=4,
        analyses_per_hour=plenty,
        analyses_burst=plenty,
    )
    listening = _listen("127.0.0.1", 0)
    sys.stdout.write(f"{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    server = uvicorn.Server(server_settings(Config(data_dir=folder, limits=limits, coach_iterations=1)))
    threading.Thread(target=_stop_when_alone, args=[server], daemon=True).start()
    server.run(sockets=[listening])


def _stop_when_alone(server: uvicorn.Server) -> None:
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
    store.engine.dispose()
