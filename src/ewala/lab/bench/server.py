"""`ewala bench server`: how long a move takes, and how many a second there can be, beside a bare echo in the same run.

The server runs in a process of its own, with a database on disk; this process plays. A move goes the whole way: it is
checked, stored, acknowledged and shown to everybody at the table.
"""

import argparse
import asyncio
import sqlite3
import tempfile
from collections.abc import Sequence
from pathlib import Path

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.kit.report.machine import versions
from ewala.kit.stats.latency import latency_of
from ewala.lab.arguments import add_json, add_number, add_seconds, check_json, whole_number
from ewala.lab.bench.light_client import Echo
from ewala.lab.bench.many_processes import ManyFigures, measure_many
from ewala.lab.bench.measuring import SERVER_PACKAGES, Bar, loop_factory, measured, progress
from ewala.lab.bench.server_figures import EchoRate, Idle, Load, Return, ServerFigures
from ewala.lab.bench.server_load import Busy, lay_long_games, measure_idle
from ewala.lab.bench.server_return import measure_return
from ewala.lab.bench.table_load import Measured, Tables
from ewala.server.subprocess_server import Server, allow_many_connections, running

_MOST_TABLES = 10_000
_MOST_DEVICES = 20_000  # and as many descriptors, in each of two processes
_WARM_UP = 1.0  # seconds that are played before any is counted
_ROUNDS = 3  # in which saturated tables and echo take turns


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_number(parser, "--tables", _MOST_TABLES, "tables that move once a second each", 500)
    saturated = "tables that move as fast as their moves are acknowledged"
    add_number(parser, "--saturated-tables", _MOST_TABLES, saturated, 200)
    add_seconds(parser, 10.0, "how long each part is measured")
    add_number(parser, "--devices", _MOST_DEVICES, "devices that come back at once to long games", 1000)
    parser.add_argument(
        "--idle",
        type=whole_number(_MOST_DEVICES),
        default=0,
        metavar="N",
        help="also devices that do nothing, and what they cost; 10,000 take some minutes (default: 0)",
    )
    parser.add_argument(
        "--postgresql",
        default="",
        metavar="URL",
        help="measure one, two and four processes at this PostgreSQL beside SQLite, instead of the rest; databases of "
        "its own are made there, and removed",
    )
    parser.add_argument(
        "--news", default="", metavar="URL", help="with it: also two processes whose news goes through this Redis"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Measure, and print what was measured; returns the exit code."""
    if args.news and not args.postgresql:
        raise BadSetup("bench/news", "", Sentence("--news is measured at PostgreSQL alone: name it with --postgresql"))
    check_json(args)
    figures = ManyFigures() if args.postgresql else ServerFigures()
    head = (
        "Kingdom Run for two at random, over loopback; every move checked, on disk, and shown to the whole table.\n"
        f"Each part for {args.seconds:g} s; those that move as fast as they can took turns."
    )
    settings = {name: vars(args)[name] for name in ("tables", "saturated_tables", "devices", "idle", "seconds")}
    made_by = versions(SERVER_PACKAGES) | {"sqlite": sqlite3.sqlite_version}
    return measured(
        args, lambda: _measure(figures, args), lambda: figures, lambda: head, {"settings": settings}, made_by=made_by
    )


def _measure(figures: ServerFigures | ManyFigures, args: argparse.Namespace) -> None:
    """Measure part by part."""
    allow_many_connections()
    saturated, seconds = args.saturated_tables, args.seconds
    with (
        tempfile.TemporaryDirectory(prefix="ewala-bench-") as name,
        progress(args.tables + 2 * saturated) as bar,
        asyncio.Runner(loop_factory=loop_factory()) as runner,
    ):
        folder = Path(name)
        if isinstance(figures, ManyFigures):
            figures.shares = measure_many(runner, args.postgresql, args.news, saturated, seconds, folder, bar)
            return
        with running("tables", folder) as server:
            figures.paced = runner.run(_paced(server, args.tables, seconds, bar))
        with running("tables", folder) as server, running("echo", folder) as echo:
            figures.saturated, figures.echo = runner.run(_saturated(server, echo, saturated, seconds, bar))
        figures.back = _back(runner, folder / "long", args.devices, seconds / _ROUNDS, bar)
        if args.idle:
            figures.idle = _idle(runner, folder / "idle", args.idle, seconds, bar)


async def _paced(server: Server, count: int, seconds: float, bar: Bar) -> Load:
    tables = Tables(server.port)
    try:
        bar.set_description("setting up tables")
        await tables.open(count, bar.update)
        bar.set_description(f"each a move a second, for {seconds:g} s")
        with Busy(server) as busy:
            moves = await tables.paced(seconds, _WARM_UP)
        return _load(count, tables.connections, [moves], busy)
    finally:
        await tables.close()


async def _saturated(
    server: Server, echo_server: Server, count: int, seconds: float, bar: Bar
) -> tuple[Load, EchoRate]:
    tables, echo = Tables(server.port), Echo(echo_server.port)
    rounds, rates = [], []
    playing, echoing = Busy(server), Busy(echo_server)
    try:
        bar.set_description("setting up tables")
        await tables.open(count, bar.update, spares=count)  # in ten seconds most games end once
        await echo.open(tables.connections)
        for number in range(1, _ROUNDS + 1):
            bar.set_description(f"as fast as they can, round {number} of {_ROUNDS}")
            with playing:
                rounds.append(await tables.saturated(seconds / _ROUNDS, _WARM_UP))
            with echoing:
                rates.append(await echo.messages_per_second(seconds / _ROUNDS, _WARM_UP))
        load = _load(count, tables.connections, rounds, playing)
        return load, EchoRate(tables.connections, sum(rates) / len(rates), echoing.server, echoing.client)
    finally:
        echo.close()
        await tables.close()


def _back(runner: asyncio.Runner, folder: Path, count: int, in_peace: float, bar: Bar) -> Return:
    """The games are laid before the server starts: it knows nothing of them but what the database has."""
    folder.mkdir()
    bar.set_description("laying long games")
    devices = runner.run(lay_long_games(folder, count))
    with running("tables", folder) as server, running("echo", folder) as echo:
        return runner.run(measure_return(server, echo, devices, in_peace, bar))


def _idle(runner: asyncio.Runner, folder: Path, count: int, seconds: float, bar: Bar) -> Idle:
    folder.mkdir()
    with running("tables", folder) as server:
        return runner.run(measure_idle(server, count, seconds, bar))


def _load(tables: int, connections: int, rounds: Sequence[Measured], busy: Busy) -> Load:
    acknowledged = [seconds for measured in rounds for seconds in measured.acknowledged]
    seen = [seconds for measured in rounds for seconds in measured.seen]
    passed = sum(measured.seconds for measured in rounds)
    return Load(
        tables,
        connections,
        len(acknowledged) / passed,
        sum(measured.messages for measured in rounds) / passed,
        latency_of(acknowledged),
        latency_of(seen),
        busy.server,
        busy.client,
    )
