"""`ewala bench server`: how long a move takes, and how many a second there can be, beside a bare echo in the same run.

The server runs in a process of its own, with a database on disk; this process plays. A move goes the whole way: it is
checked, stored, acknowledged and shown to everybody at the table.
"""

import argparse
import asyncio
import json
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.kit.background import STOPPED
from ewala.kit.report.machine import machine, today, versions
from ewala.kit.stats.latency import latency_of
from ewala.lab.bench.arguments import seconds, whole_number
from ewala.lab.bench.many_processes import ManyFigures
from ewala.lab.bench.server_figures import EchoRate, Idle, Load, Return, ServerFigures

if TYPE_CHECKING:
    from typing import NoReturn

    from tqdm import tqdm

    from ewala.lab.bench.server_load import Busy
    from ewala.lab.bench.table_load import Measured
    from ewala.server.subprocess_server import Server


_MOST_TABLES = 10_000
_MOST_DEVICES = 20_000  # and as many descriptors, in each of two processes
_WARM_UP = 1.0  # seconds that are played before any is counted
_ROUNDS = 3  # in which saturated tables and echo take turns
PACKAGES = ("ewala", "litestar", "msgspec", "sqlalchemy", "uvicorn", "uvloop", "websockets")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tables",
        type=whole_number(_MOST_TABLES),
        default=500,
        metavar="N",
        help="tables that move once a second each (default: 500)",
    )
    parser.add_argument(
        "--saturated-tables",
        type=whole_number(_MOST_TABLES),
        default=200,
        metavar="N",
        help="tables that move as fast as their moves are acknowledged (default: 200)",
    )
    parser.add_argument(
        "--seconds", type=seconds, default=10.0, metavar="S", help="how long each part is measured (default: 10)"
    )
    parser.add_argument(
        "--devices",
        type=whole_number(_MOST_DEVICES),
        default=1000,
        metavar="N",
        help="devices that come back at once to long games (default: 1000)",
    )
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
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there, for programs")


def run(args: argparse.Namespace) -> int:
    """Measure, and print what was measured; returns the exit code."""
    if args.news and not args.postgresql:
        raise BadSetup("bench/news", "", Sentence("--news is measured at PostgreSQL alone: name it with --postgresql"))
    if args.json:
        args.json.open("a").close()  # a file that cannot be written is refused now, not after a minute
    figures: ServerFigures | ManyFigures
    if args.postgresql:
        figures = ManyFigures()
        stopped = not _measure_many(figures, args.postgresql, args.news, args.saturated_tables, args.seconds)
    else:
        figures = ServerFigures()
        stopped = not _measure(figures, args.tables, args.saturated_tables, args.devices, args.idle, args.seconds)
    text = figures.as_text()
    if text:
        sys.stdout.write(_heading(args.seconds) + text)
    if args.json:
        settings = {name: vars(args)[name] for name in ("tables", "saturated_tables", "devices", "idle", "seconds")}
        about = {"date": today(), "machine": machine(), "versions": _versions(), "settings": settings}
        found = json.dumps(about | {"complete": not stopped} | figures.as_json(), indent=2)
        args.json.write_text(found + "\n", encoding="utf-8")
    if stopped:
        sys.stderr.write(f"\newala: stopped; {'above is what was measured' if text else 'nothing was measured yet'}\n")
        return STOPPED
    return 0


def _measure(
    figures: ServerFigures, tables: int, saturated_tables: int, devices: int, idle: int, seconds: float
) -> bool:
    """Measure part by part; returns whether it came to the end, and was not stopped by Ctrl-C."""
    from tqdm import tqdm

    from ewala.server.subprocess_server import allow_many_connections, running

    allow_many_connections()
    with (
        tempfile.TemporaryDirectory(prefix="ewala-bench-") as folder,
        tqdm(total=tables + 2 * saturated_tables, leave=False, disable=not sys.stderr.isatty()) as bar,
        asyncio.Runner(loop_factory=loop_factory()) as runner,
    ):
        try:
            with running("tables", Path(folder)) as server:
                figures.paced = runner.run(_paced(server, tables, seconds, bar))
            with running("tables", Path(folder)) as server, running("echo", Path(folder)) as echo:
                figures.saturated, figures.echo = runner.run(_saturated(server, echo, saturated_tables, seconds, bar))
            figures.back = _back(runner, Path(folder) / "long", devices, seconds / _ROUNDS, bar)
            if idle:
                figures.idle = _idle(runner, Path(folder) / "idle", idle, seconds, bar)
        except KeyboardInterrupt:
            return False
    return True


def _measure_many(figures: ManyFigures, url: str, news: str, tables: int, seconds: float) -> bool:
    """Whether it came to the end, and was not stopped by Ctrl-C: before it there is nothing to be compared."""
    from tqdm import tqdm

    from ewala.lab.bench.many_processes import measure_many
    from ewala.server.subprocess_server import allow_many_connections

    allow_many_connections()
    with (
        tempfile.TemporaryDirectory(prefix="ewala-bench-") as folder,
        tqdm(leave=False, disable=not sys.stderr.isatty()) as bar,
        asyncio.Runner(loop_factory=loop_factory()) as runner,
    ):
        try:
            figures.shares = measure_many(runner, url, news, tables, seconds, Path(folder), bar)
        except KeyboardInterrupt:
            return False
    return True


async def _paced(server: "Server", count: int, seconds: float, bar: "tqdm[NoReturn]") -> Load:
    from ewala.lab.bench.server_load import Busy
    from ewala.lab.bench.table_load import Tables

    tables = Tables(server.port)
    try:
        bar.set_description("setting up tables")
        await tables.open(count, bar.update)
        bar.set_description(f"each a move a second, for {seconds:g} s")
        with Busy(server) as busy:
            measured = await tables.paced(seconds, _WARM_UP)
        return _load(count, tables.connections, [measured], busy)
    finally:
        await tables.close()


async def _saturated(
    server: "Server", echo_server: "Server", count: int, seconds: float, bar: "tqdm[NoReturn]"
) -> tuple[Load, EchoRate]:
    from ewala.lab.bench.light_client import Echo
    from ewala.lab.bench.server_load import Busy
    from ewala.lab.bench.table_load import Tables

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


def _back(runner: asyncio.Runner, folder: Path, count: int, in_peace: float, bar: "tqdm[NoReturn]") -> Return:
    """The games are laid before the server starts: it knows nothing of them but what the database has."""
    from ewala.lab.bench.server_load import lay_long_games
    from ewala.lab.bench.server_return import measure_return
    from ewala.server.subprocess_server import running

    folder.mkdir()
    bar.set_description("laying long games")
    devices = runner.run(lay_long_games(folder, count))
    with running("tables", folder) as server, running("echo", folder) as echo:
        return runner.run(measure_return(server, echo, devices, in_peace, bar))


def _idle(runner: asyncio.Runner, folder: Path, count: int, seconds: float, bar: "tqdm[NoReturn]") -> Idle:
    from ewala.lab.bench.server_load import measure_idle
    from ewala.server.subprocess_server import running

    folder.mkdir()
    with running("tables", folder) as server:
        return runner.run(measure_idle(server, count, seconds, bar))


def _load(tables: int, connections: int, rounds: "Sequence[Measured]", busy: "Busy") -> Load:
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


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _heading(seconds: float) -> str:
    what = machine()
    return (
        "Kingdom Run for two at random, over loopback; every move checked, on disk, and shown to the whole table.\n"
        f"Each part for {seconds:g} s; those that move as fast as they can took turns.\n"
        f"{today()}, {what['processor']}, {what['cores']} cores, {what['system']}; "
        f"{', '.join(f'{name} {number}' for name, number in _versions().items())}\n\n"
    )


def _versions() -> dict[str, str]:
    return versions(PACKAGES) | {"sqlite": sqlite3.sqlite_version}
