"""`ewala bench server --postgresql URL`: the same load for SQLite and for PostgreSQL with one process, two and four,
and for tables whose devices are at different processes; in turn, in one run.

Processor time is counted for the servers, for the database and for the bus apart: on one machine they share its cores,
on several they do not.
"""

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError, ProgrammingError

from ewala.core.sentences import Sentence
from ewala.kit.report.page import columns
from ewala.kit.stats.latency import Latency, latency_of
from ewala.lab.bench.measuring import Bar
from ewala.lab.bench.processes import CHILDREN, OWN, PARENT, TICKS, stat
from ewala.lab.bench.server_load import Busy
from ewala.lab.bench.table_load import Measured, Tables
from ewala.server.platform.storage.database_lock import DatabaseUnusable
from ewala.server.platform.storage.store import open_engine, unusable
from ewala.server.subprocess_server import Server, running

OF_SQLITE = 0.7  # of SQLite's moves a second PostgreSQL should have with one process
DEARER = 1.25  # a move whose table's devices are at different processes, to one whose are not


@dataclass(frozen=True)
class Share:
    """What one way to keep and serve tables gave; milliseconds are of processor time for a move."""

    name: str
    apart: bool  # whether a table's devices were at different processes
    moves_per_second: float
    acknowledged: Latency  # from sending a move until it is on disk
    seen: Latency  # from sending a move until the other player gets it
    server: float  # all processes together
    database: float | None  # None where there is none, or none that this machine can look at
    bus: float | None
    told: float  # bytes that came to devices for a move
    logged: float | None  # bytes that the database wrote ahead for a move

    @property
    def cost(self) -> float | None:
        """All together; None where there is a database and its part is not known."""
        if self.logged is not None and self.database is None:
            return None
        return self.server + (self.database or 0.0) + (self.bus or 0.0)


@dataclass
class ManyFigures:
    """SQLite first, PostgreSQL with one process next; a share whose devices were apart stands behind its like."""

    shares: list[Share] = field(default_factory=list)

    @property
    def of_sqlite(self) -> float | None:
        """PostgreSQL's moves a second with one process, to SQLite's."""
        if len(self.shares) < 2:
            return None
        return self.shares[1].moves_per_second / self.shares[0].moves_per_second

    @property
    def crossing(self) -> dict[str, float]:
        """What a move costs whose table's devices are apart, to one whose are together; where both are known."""
        pairs = zip(self.shares, self.shares[1:], strict=False)
        return {
            together.name: apart.cost / together.cost
            for together, apart in pairs
            if apart.apart and apart.cost and together.cost
        }

    @property
    def met(self) -> bool:
        return (self.of_sqlite or 0.0) >= OF_SQLITE and all(ratio <= DEARER for ratio in self.crossing.values())

    def as_json(self) -> dict[str, object]:
        shares = [asdict(share) | {"cost": share.cost} for share in self.shares]
        return {"processes": shares, "of_sqlite": self.of_sqlite, "crossing": self.crossing, "met": self.met}

    def as_text(self) -> str:
        if not self.shares:
            return ""
        head = ["", "moves/s", "p50 ms", "p99 ms", "seen p99 ms", "server µs/move", "database", "bus", "together"]
        lines = columns(head, [_cells(share) for share in self.shares])
        lines += ["", f"PostgreSQL with one process, to SQLite: {self.of_sqlite:.0%} (aim: at least {OF_SQLITE:.0%})"]
        for name, ratio in self.crossing.items():
            what = f"{name}: a move whose table's devices are apart costs"
            lines.append(f"{what} {ratio:.2f} times as much (aim: at most {DEARER})")
        *_, last = self.shares
        lines += ["", f"A move: {last.told:,.0f} bytes to devices, {last.logged:,.0f} bytes of PostgreSQL's log"]
        return "\n".join(lines) + "\n"


def _cells(share: Share) -> list[str]:
    name = "  devices of a table apart" if share.apart else share.name
    times = [share.acknowledged.p50, share.acknowledged.p99, share.seen.p99]
    costs = [share.server, share.database, share.bus, share.cost]
    return [
        name,
        f"{share.moves_per_second:,.0f}",
        *(f"{time:.1f}" for time in times),
        *("—" if cost is None else f"{1000 * cost:.0f}" for cost in costs),
    ]


class PostgresqlTime:
    """Of all its processes together, those that have ended among them."""

    def __init__(self, connection: Connection) -> None:
        """A connection's process is a child of the one that has all others."""
        session = stat(int(connection.execute(text("SELECT pg_backend_pid()")).scalar_one()))
        self._chief = int(session[PARENT]) if session else None
        self._connection = connection

    def written(self) -> int:
        """Bytes of its log so far: what is on disk before a commit is acknowledged."""
        return int(self._connection.execute(text("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")).scalar_one())

    def seconds(self) -> float | None:
        """None where it does not run on this machine, or the machine does not say."""
        chief = stat(self._chief) if self._chief else None
        if chief is None:
            return None
        children = Path(f"/proc/{self._chief}/task/{self._chief}/children").read_text().split()
        found = [chief[OWN], chief[CHILDREN], *(one[OWN] for child in children if (one := stat(int(child))))]
        return sum(int(ticks) for part in found for ticks in part) / TICKS


class RedisTime:
    """Redis counts it itself."""

    def __init__(self, url: str) -> None:
        import redis

        self._redis: Any = redis.Redis.from_url(url)

    def seconds(self) -> float | None:
        used = self._redis.info("cpu")
        return float(used["used_cpu_sys"]) + float(used["used_cpu_user"])


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
    runner: asyncio.Runner, url: str, news: str, tables: int, seconds: float, folder: Path, bar: Bar
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


async def _play(contestants: list[_Contestant], tables: int, seconds: float, bar: Bar) -> None:
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
