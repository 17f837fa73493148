"""Two transactions that wait for each other: PostgreSQL ends one of them, which is carried out again, and nobody hears
of it."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from postgresql import Cluster
from sqlalchemy import text
from waiting import PATIENCE, until

from ewala.server.platform.storage.health import StorageHealth
from ewala.server.platform.storage.store import Store
from ewala.server.platform.storage.units import Unit
from ewala.server.platform.storage.writer import Writer
from ewala.tables.events import Said

pytestmark = pytest.mark.long  # waits for PostgreSQL to find a deadlock

pytest_plugins = ["fault_fixtures"]

COLUMNS = "id, status, listed, created_at, touched_at, host_digest, watch_digest, secret, wakes_at"
ROW = {"new_status": "open", "now": 1, "new_wakes_at": 5, "new_outage": 0}


@pytest.fixture
def store(postgresql: Cluster) -> Iterator[Store]:
    """With two tables."""
    store = Store(postgresql.url)
    with store.engine.begin() as connection:
        connection.execute(text("delete from events; delete from outages; delete from tables"))
        for table in ("one", "two"):
            values = f"('{table}', 'open', 0, 0, 0, 'h', 'w', '', 5)"
            connection.execute(text(f"insert into tables ({COLUMNS}) values {values}"))
    yield store
    store.close()


@contextmanager
def one_who_comes_from_the_other_side(url: str) -> Iterator[None]:
    """Takes the second table, and the first one as soon as somebody who has it waits for the second: that one it is who
    has to give way, since nobody else looks whether they wait in a circle."""
    with psycopg.connect(url) as other, psycopg.connect(url, autocommit=True) as watching:
        other.execute("set deadlock_timeout = '1h'")
        other.execute("update tables set listed = 1 where id = 'two'")

        def go_on() -> None:
            until(lambda: watching.execute("select 1 from pg_locks where not granted").fetchone())
            other.execute("update tables set listed = 1 where id = 'one'")
            other.commit()

        going_on = threading.Thread(target=go_on)
        going_on.start()
        yield
        going_on.join(PATIENCE)
        assert not going_on.is_alive()


def deadlocks(store: Store) -> int:
    with store.engine.begin() as connection:
        connection.execute(text("select pg_stat_force_next_flush()"))
        counted = connection.execute(text("select sum(deadlocks) from pg_stat_database")).scalar()
    return int(counted or 0)


def test_what_had_to_give_way_is_written_again(store: Store, postgresql: Cluster) -> None:
    health = StorageHealth()
    fates: list[object] = []

    async def go() -> None:
        writer = Writer(store.engine.connect, health)
        for table in ("one", "two"):
            word = Said(seat=None, name="", text=table, at=0)
            writer.write(Unit(table, 1, [word], lambda _: fates.append("on disk"), fates.append, changed=ROW))
        await writer.close(PATIENCE)
        await asyncio.sleep(0)

    before = deadlocks(store)
    with one_who_comes_from_the_other_side(postgresql.url):
        asyncio.run(go())
    assert deadlocks(store) == before + 1
    assert fates == ["on disk", "on disk"]
    assert (health.state, health.unwritten) == ("ok", 0)
    with store.engine.connect() as connection:
        stored = connection.execute(text("select table_id, seq from events order by 1")).all()
        assert [tuple(row) for row in stored] == [("one", 1), ("two", 1)]
        assert connection.execute(text("select sum(listed) from tables")).scalar() == 2


def test_an_outage_that_had_to_give_way_is_noted_all_the_same(store: Store, postgresql: Cluster) -> None:
    with one_who_comes_from_the_other_side(postgresql.url):
        assert store.add_outage(1, 1000, 3000)
    with store.engine.connect() as connection:
        assert list(connection.execute(text("select wakes_at from tables")).scalars()) == [2005, 2005]
