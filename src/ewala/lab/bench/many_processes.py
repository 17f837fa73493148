"""`ewala bench server --postgresql URL`: the same load for SQLite and for PostgreSQL with one process, two and four,
and for tables whose devices are at different processes; in turn, in one run.

Processor time is counted for the servers, for the database and for the bus apart: on one machine they share its cores,
on several they do not.
"""

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError, ProgrammingError

from ewala.core.sentences import Sentence
from ewala.kit.stats.latency import latency_of
from ewala.lab.bench.busy import Busy
from ewala.lab.bench.many_figures import Share
from ewala.lab.bench.other_processes import PostgresqlTime, RedisTime
from ewala.lab.bench.table_load import Measured, Tables
from ewala.server.platform.storage.database_lock import DatabaseUnusable
from ewala.server.platform.storage.store import open_engine, unusable
from ewala.server.subprocess_server import Server, running

if TYPE_CHECKING:
    from typing import NoReturn

    from tqdm import tqdm

WARM_UP = 1.0  # seconds that are played before any is counted
ROUNDS = 3  # in which all take turns
PROCESSES = {1: "one process", 2: "two processes", 4: "four processes"}
APART = 2  # processes among which the devices of a table are also set apart


class _Contestant:
    """Tables that are played at one set of servers, and what that takes."""

    def __init__(
        self, name: str, servers: list[Server], *beside: PostgresqlTime | RedisTime, apart: bool = False
    ) -> None:
        self.name = name
        self.tables = Tables(*(server.port for server in servers), apart=apart)
        self._apart = apart
        self._busy = Busy(*servers)
        self._beside = beside  # the database, and the bus
        self._spent: list[float | None] = [0.0] * len(beside)
        self._logged = 0.0
        self._rounds: list[Measured] = []

    async def play(self, seconds: float) -> None:
        before, written = [each.seconds() for each in self._beside], self._written()
        with self._busy:
            self._rounds.append(await self.tables.saturated(seconds, WARM_UP))
        for number, each in enumerate(self._beside):
            self._spent[number] = _more(self._spent[number], before[number], each.seconds())
        self._logged += self._written() - written

    def _written(self) -> float:
        return sum(each.written() for each in self._beside if isinstance(each, PostgresqlTime))

    @property
    def share(self) -> Share:
        acknowledged = [seconds for measured in self._rounds for seconds in measured.acknowledged]
        seen = [seconds for measured in self._rounds for seconds in measured.seen]
        rate = len(acknowledged) / sum(measured.seconds for measured in self._rounds)
        moves = rate * self._busy.seconds  # those before any was counted among them: processor time was
        costs = [None if spent is None else 1000 * spent / moves for spent in self._spent]
        database, bus = [*costs, None, None][:2]
        server = 1000 * self._busy.served / moves
        told = sum(measured.size for measured in self._rounds) / len(acknowledged)
        logged = self._logged / moves if self._beside else None
        times = latency_of(acknowledged), latency_of(seen)
        return Share(self.name, self._apart, rate, *times, server, database, bus, told, logged)


def _more(spent: float | None, before: float | None, after: float | None) -> float | None:
    """The time spent and that of another round; None as soon as one of them is not known."""
    return None if spent is None or before is None or after is None else spent + after - before


def measure_many(
    runner: asyncio.Runner, url: str, news: str, tables: int, seconds: float, folder: Path, bar: "tqdm[NoReturn]"
) -> list[Share]:
    with _connected(url) as connection, ExitStack() as open_:
        contestants = list(_contestants(open_, connection, news, folder))
        try:
            runner.run(_play(contestants, tables, seconds, bar))
        finally:
            runner.run(_close(contestants))
        return [contestant.share for contestant in contestants]


def _contestants(open_: ExitStack, connection: Connection, news: str, folder: Path) -> Iterator[_Contestant]:
    """Each in a database of its own, but those that differ only in where devices are."""

    def start(number: int, database: str = "", bus: str = "") -> list[Server]:
        homes = [folder / secrets.token_hex(4) for _ in range(number)]
        for home in homes:
            home.mkdir()
        return [open_.enter_context(running("tables", home, database=database, news=bus)) for home in homes]

    def at_postgresql(number: int, bus: str = "") -> list[Server]:
        return start(number, open_.enter_context(_database(connection)), bus)

    yield _Contestant("SQLite, one process", start(1))
    database = PostgresqlTime(connection)
    for number, called in PROCESSES.items():
        servers = at_postgresql(number)
        yield _Contestant(f"PostgreSQL, {called}", servers, database)
        if number == APART:
            yield _Contestant(f"PostgreSQL, {called}, apart", servers, database, apart=True)
    if news:
        servers, bus, called = at_postgresql(APART, news), RedisTime(news), PROCESSES[APART]
        yield _Contestant(f"PostgreSQL and Redis, {called}", servers, database, bus)
        yield _Contestant(f"PostgreSQL and Redis, {called}, apart", servers, database, bus, apart=True)


async def _play(contestants: list[_Contestant], tables: int, seconds: float, bar: "tqdm[NoReturn]") -> None:
    bar.reset(2 * tables * len(contestants))
    for contestant in contestants:
        bar.set_description(f"{contestant.name}: setting up tables")
        await contestant.tables.open(tables, bar.update, spares=tables)  # in ten seconds most games end once
    for number in range(1, ROUNDS + 1):
        for contestant in contestants:
            bar.set_description(f"{contestant.name}: round {number} of {ROUNDS}")
            await contestant.play(seconds / ROUNDS)


async def _close(contestants: list[_Contestant]) -> None:
    for contestant in contestants:
        await contestant.tables.close()


# --- Databases


@contextmanager
def _connected(url: str) -> Iterator[Connection]:
    if not url.startswith("postgresql"):
        raise DatabaseUnusable(
            "bench/database", Sentence("{url!r} is not an address such as postgresql://user@host/postgres", url=url)
        )
    engine = open_engine(url)
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            yield connection
    except OperationalError as error:
        raise unusable(url, error) from None
    finally:
        engine.dispose()


@contextmanager
def _database(connection: Connection) -> Iterator[str]:
    """An empty database beside the one that was named, and its URL; nothing is left of it."""
    name = f"ewala_bench_{secrets.token_hex(4)}"
    try:
        connection.execute(text(f"CREATE DATABASE {name}"))
    except ProgrammingError as error:
        raise unusable(str(connection.engine.url), error) from None
    try:
        yield connection.engine.url.set(database=name).render_as_string(hide_password=False)
    finally:
        connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
