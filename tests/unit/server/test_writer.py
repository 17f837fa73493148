"""The writing thread: what comes in while it is busy goes to disk together, each table's in order; what is lost takes
along only its own; and nothing is said of a commit before it is known what became of it."""

import asyncio
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import OperationalError

from ewala.server.platform.storage.health import StorageHealth
from ewala.server.platform.storage.store import Store
from ewala.server.platform.storage.units import StorageLost, TableTaken, Unit
from ewala.server.platform.storage.writer import Fate, Writer
from ewala.tables.events import Said
from ewala.tables.kept import Receipt

PATIENCE = 60.0


class Tables:
    """A store with two tables, and the fate of every unit handed in."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "ewala.db"
        self.store = Store(f"sqlite:///{self.path}")
        self.health = StorageHealth()
        self.lay("one", "two")
        self.commits = 0
        event.listen(self.store.engine, "commit", self._count)
        self.fates: list[tuple[str, str]] = []

    def lay(self, *tables: str) -> None:
        columns = "id, status, listed, created_at, touched_at, host_digest, watch_digest, secret"
        with self.store.engine.begin() as connection:
            for table in tables:
                row = f"insert into tables ({columns}) values ('{table}', 'open', 0, 0, 0, 'h', 'w', x'00')"
                connection.execute(text(row))

    def _count(self, _: object) -> None:
        self.commits += 1

    def unit(self, name: str, table: str, *seqs: int, keys: dict[str, str | None] | None = None) -> Unit:
        """Events whose text is the unit's name."""
        first = seqs[0] if seqs else 0
        words = [Said(seat=None, name="", text=name, at=0) for _ in seqs]

        def on_disk(receipt: Receipt) -> None:
            assert receipt.first == first
            self.fates.append((name, "on disk"))

        def lost(error: StorageLost) -> None:
            self.fates.append((name, "taken" if isinstance(error, TableTaken) else "lost"))

        return Unit(table, first, [*words], on_disk, lost, keys=keys or {})

    def stored(self) -> list[tuple[str, int]]:
        with self.store.engine.connect() as connection:
            found = connection.execute(text("select body, seq from events order by table_id, seq")).all()
        return [(json.loads(body)["text"], seq) for body, seq in found]

    def keys(self) -> list[tuple[str, str]]:
        with self.store.engine.connect() as connection:
            return [(seat, digest) for seat, digest in connection.execute(text("select seat, digest from seat_keys"))]

    def run(self, hand_in: Callable[[Writer], None], kind: type[Writer] = Writer) -> None:
        """Hand units in while the database is held by somebody else, so that they are there together."""

        async def go() -> None:
            writer = kind(self.store.engine.connect, self.health)
            held = sqlite3.connect(self.path, isolation_level=None)
            held.execute("begin immediate")
            hand_in(writer)
            held.execute("rollback")
            held.close()
            await writer.close(PATIENCE)
            await asyncio.sleep(0)  # what the thread has handed back is called now

        asyncio.run(go())


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    made = Tables(tmp_path)
    yield made
    made.store.close()


def test_what_comes_in_together_is_written_together(tables: Tables) -> None:
    tables.lay(*(f"t{n}" for n in range(50)))
    tables.commits = 0

    def hand_in(writer: Writer) -> None:
        for n in range(50):
            writer.write(tables.unit(f"{n}", f"t{n}", 1))

    tables.run(hand_in)
    assert tables.fates == [(f"{n}", "on disk") for n in range(50)]
    assert tables.commits == 1, "one flush for a round of the event loop"


def test_units_of_one_table_are_written_one_after_another(tables: Tables) -> None:
    tables.commits = 0

    def hand_in(writer: Writer) -> None:
        for n in range(1, 6):
            writer.write(tables.unit(f"{n}", "one", n))

    tables.run(hand_in)
    assert tables.fates == [(f"{n}", "on disk") for n in range(1, 6)]
    assert tables.commits == 5


def test_a_seat_that_is_taken_and_freed_and_taken_at_the_same_moment_has_its_last_key(tables: Tables) -> None:
    """Rows used to be gathered by statement: the release came before the taking, and the freed key stayed."""
    changes: list[dict[str, str | None]] = [{"K": "a"}, {"K": None}, {"K": "b"}, {"S": "c"}, {"S": None}]

    def hand_in(writer: Writer) -> None:
        for n, keys in enumerate(changes, 1):
            writer.write(tables.unit(f"{n}", "one", n, keys=keys))

    tables.run(hand_in)
    assert [fate for _, fate in tables.fates] == ["on disk"] * 5
    assert tables.keys() == [("K", "b")]


def test_a_unit_that_cannot_be_written_is_lost_alone(tables: Tables) -> None:
    def hand_in(writer: Writer) -> None:
        writer.write(tables.unit("first", "one", 1))
        writer.write(tables.unit("nowhere", "no such table", 1))
        writer.write(tables.unit("other's first", "two", 1))

    tables.run(hand_in)
    assert dict(tables.fates) == {"first": "on disk", "nowhere": "lost", "other's first": "on disk"}
    assert tables.stored() == [("first", 1), ("other's first", 1)]
    assert tables.health.state == "ok", "that is no trouble of the database"


def test_where_somebody_else_has_written_it_is_said_so(tables: Tables) -> None:
    tables.run(lambda writer: writer.write(tables.unit("somebody else's", "one", 1)))
    tables.run(lambda writer: writer.write(tables.unit("ours", "one", 1)))
    assert tables.fates == [("somebody else's", "on disk"), ("ours", "taken")]
    assert tables.stored() == [("somebody else's", 1)]


class Unanswered(Writer):
    """The acknowledgement of a commit is lost, after it has been done or before; once."""

    stores = True
    done = False

    def _commit(self, connection: Connection) -> None:
        if not self.done:
            type(self).done = True
            if self.stores:
                super()._commit(connection)
            raise OperationalError("COMMIT", {}, Exception("the line was cut"))
        super()._commit(connection)


@pytest.mark.parametrize("stores", [True, False])
def test_a_commit_whose_acknowledgement_was_lost_is_looked_up(tables: Tables, stores: bool) -> None:
    kind = type("ThisTime", (Unanswered,), {"stores": stores})
    tables.run(lambda writer: writer.write(tables.unit("bid", "one", 1)), kind)
    assert tables.fates == [("bid", "on disk" if stores else "lost")]
    assert tables.stored() == ([("bid", 1)] if stores else [])


async def test_nothing_is_said_of_a_commit_while_the_database_cannot_be_asked(tables: Tables) -> None:
    """The line is cut during the commit, and the database is away afterwards: whoever waits goes on waiting."""
    asked, answers = threading.Event(), threading.Event()

    class CutOff(Unanswered):
        def _fate(self, connection: Connection, unit: Unit, *, under_way: bool) -> Fate:
            asked.set()
            if not answers.is_set():
                raise OperationalError("SELECT", {}, Exception("nobody there"))
            return super()._fate(connection, unit, under_way=under_way)

    writer = CutOff(tables.store.engine.connect, tables.health)
    writer.write(tables.unit("bid", "one", 1))
    await asyncio.to_thread(asked.wait, PATIENCE)
    assert tables.health.state == "failing"
    assert tables.fates == []
    answers.set()
    await writer.close(PATIENCE)
    await asyncio.sleep(0)
    assert tables.fates == [("bid", "on disk")]


async def test_a_database_that_is_locked_fails_for_all_and_is_well_again_afterwards(tables: Tables) -> None:
    writer = Writer(tables.store.engine.connect, tables.health)
    held = sqlite3.connect(tables.path, isolation_level=None)
    held.execute("begin immediate")
    writer.write(tables.unit("one's", "one", 1))
    while not tables.fates:
        await asyncio.sleep(0.01)
    meanwhile = tables.health.state
    held.execute("rollback")
    held.close()
    writer.write(tables.unit("two's", "two", 1))
    await writer.close(PATIENCE)
    await asyncio.sleep(0)
    assert tables.fates == [("one's", "lost"), ("two's", "on disk")]
    assert (meanwhile, tables.health.state) == ("failing", "ok")


async def test_closing_writes_what_is_left(tables: Tables) -> None:
    writer = Writer(tables.store.engine.connect, tables.health)
    for n in range(1, 100):
        writer.write(tables.unit(f"{n}", "one", n))
    await writer.close(PATIENCE)
    assert len(tables.stored()) == 99


async def test_closing_does_not_wait_for_a_database_that_never_answers(
    tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    frozen, thawed = threading.Event(), threading.Event()

    class Frozen(Writer):
        def _commit(self, connection: Connection) -> None:
            frozen.set()
            thawed.wait(PATIENCE)
            super()._commit(connection)

    writer = Frozen(tables.store.engine.connect, tables.health)
    writer.write(tables.unit("bid", "one", 1))
    await asyncio.to_thread(frozen.wait, PATIENCE)
    await writer.close(0.05)
    thawed.set()
    assert tables.fates == []
    assert "did not answer in time" in caplog.text
