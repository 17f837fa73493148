"""Events in the store, and the tails of tables."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from on_disk import add_row
from sqlalchemy import text

from ewala.core.sentences import Sentence
from ewala.server.composition import whole_schema
from ewala.server.platform.storage.database_lock import DatabaseUnusable
from ewala.server.platform.storage.store import Store
from ewala.server.tables.tails import MOST, Tails
from ewala.tables.fingerprints import NOT_PLAYED
from ewala.tables.kept import Tail
from ewala.tables.problems import Unavailable


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'ewala.db'}")
    yield store
    store.close()


def lay(store: Store, *rows: tuple[str, str, int, int]) -> None:
    """Add tables: name, status, whether listed, when touched."""
    with store.engine.begin() as connection:
        for name, status, listed, touched in rows:
            add_row(connection, name, status, touched, listed=listed, seqs=(2, 1))


def test_a_table_comes_back_with_its_events_in_order(store: Store) -> None:
    lay(store, ("a", "open", 0, 5))
    stored = store.load("a")
    assert stored is not None
    assert (stored.events, stored.seat_digests, stored.secret) == ([b"1", b"2"], {"K": "d"}, b"s")
    assert store.load("b") is None


def test_listed_are_the_open_ones_that_may_be_shown_newest_first(store: Store) -> None:
    rows = [("a", "open", 1, 1), ("b", "open", 0, 2), ("c", "playing", 1, 3), ("d", "open", 1, 4), ("e", "open", 1, 5)]
    lay(store, *rows)
    assert store.listed(10) == ["e", "d", "a"]
    assert store.listed(2) == ["e", "d"]
    assert store.listed(10, playing=True) == ["c"]


def test_opening_again_changes_nothing(store: Store, tmp_path: Path) -> None:
    lay(store, ("a", "open", 0, 5))
    store.close()
    again = Store(f"sqlite:///{tmp_path / 'ewala.db'}")
    assert again.load("a") is not None
    again.close()


def test_a_commit_is_flushed_to_disk(store: Store) -> None:
    with store.engine.connect() as connection:
        assert connection.execute(text("pragma synchronous")).scalar() == 2
        assert connection.execute(text("pragma journal_mode")).scalar() == "wal"
        assert connection.execute(text("pragma foreign_keys")).scalar() == 1


def test_the_schema_is_what_the_migrations_make(store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), whole_schema()) == []


def test_a_schema_from_between_two_releases_is_refused(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0008'"))
    url = store.engine.url.render_as_string()
    store.close()
    with pytest.raises(DatabaseUnusable) as refused:
        Store(url)
    assert refused.value.code == "server/newer-database"


@pytest.mark.parametrize("url", ["", "nonsense", "sqlite", "nosuch://host/db"])
def test_what_is_no_database_is_refused(url: str) -> None:
    with pytest.raises(DatabaseUnusable) as refused:
        Store(url)
    assert refused.value.code == "server/database"


def test_a_password_is_not_told(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusable) as refused:
        Store("nosuch://anna:secret@host/db")
    assert "secret" not in str(refused.value)


def test_clocks_that_have_run_out_are_found_and_those_of_games_that_are_over_are_not(store: Store) -> None:
    rows = [("a", "playing", 0, 1), ("b", "playing", 0, 1), ("c", "over", 0, 1), ("d", "playing", 0, 1)]
    lay(store, *rows)
    with store.engine.begin() as connection:
        for name, wakes_at in (("a", 100), ("b", 101), ("c", 50)):
            connection.execute(text(f"update tables set wakes_at = {wakes_at} where id = '{name}'"))
    assert store.due(100, 10) == ["a"]
    store.add_outage(1, 60, 70)
    assert store.due(100, 10) == [], "clocks stood still for ten"
    assert store.due(110, 10) == ["a"]


def test_a_start_that_is_waited_for_no_longer_is_found_as_a_clock_is(store: Store) -> None:
    lay(store, ("a", "open", 0, 1), ("b", "open", 0, 1))
    with store.engine.begin() as connection:
        connection.execute(text("update tables set wakes_at = 100 where id = 'a'"))
    assert store.due(99, 10) == []
    assert store.due(100, 10) == ["a"]


def test_the_file_is_its_owners_alone_also_in_a_folder_that_was_there(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    store = Store(f"sqlite:///{tmp_path / 'ewala.db'}")
    lay(store, ("a", "open", 0, 5))
    for path in tmp_path.glob("ewala.db*"):
        assert path.stat().st_mode & 0o077 == 0, path.name
    store.close()
    (tmp_path / "ewala.db").chmod(0o644)
    Store(f"sqlite:///{tmp_path / 'ewala.db'}").close()
    assert (tmp_path / "ewala.db").stat().st_mode & 0o077 == 0


def test_a_database_that_is_open_is_refused_until_it_is_closed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'ewala.db'}"
    first = Store(url)
    with pytest.raises(DatabaseUnusable) as refused:
        Store(url)
    assert refused.value.code == "server/database-in-use"
    first.close()
    Store(url).close()


Wanted = list[tuple[str, int]]


class Database:
    """Answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[Wanted] = []
        self.answers: asyncio.Queue[Unavailable | None] = asyncio.Queue()

    async def read(self, wanted: Wanted) -> list[Tail | None]:
        self.asked.append(wanted)
        if away := await self.answers.get():
            raise away
        return [Tail(seq + 1, [table_id.encode()], {}, 0, NOT_PLAYED) for table_id, seq in wanted]


async def ask(tails: Tails, wanted: Wanted) -> "list[asyncio.Task[Tail | None]]":
    tasks = [asyncio.create_task(tails.after(*one)) for one in wanted]
    await asyncio.sleep(0)
    return tasks


async def test_those_who_ask_while_others_are_read_are_read_together() -> None:
    database = Database()
    tails = Tails(database.read)
    first = await ask(tails, [("a", 3)])
    await asyncio.sleep(0)
    others = await ask(tails, [("b", 1), ("c", 2)])
    for _ in range(2):
        database.answers.put_nowait(None)
    found = await asyncio.gather(*first, *others)
    assert database.asked == [[("a", 3)], [("b", 1), ("c", 2)]]
    assert [(tail.first, tail.events) for tail in found if tail] == [(4, [b"a"]), (2, [b"b"]), (3, [b"c"])]


async def test_a_database_that_is_away_is_said_to_those_who_asked_and_asked_again_for_the_next() -> None:
    database = Database()
    tails = Tails(database.read)
    database.answers.put_nowait(Unavailable("server/storage", Sentence("away")))
    lost = await ask(tails, [("a", 3), ("b", 1)])
    said = await asyncio.gather(*lost, return_exceptions=True)
    assert [type(one) for one in said] == [Unavailable, Unavailable]
    database.answers.put_nowait(None)
    [found] = await asyncio.gather(*await ask(tails, [("a", 3)]))
    assert found is not None


async def test_who_has_gone_keeps_nobody_from_theirs() -> None:
    database = Database()
    tails = Tails(database.read)
    gone, stays = await ask(tails, [("a", 3), ("b", 1)])
    gone.cancel()
    database.answers.put_nowait(None)
    assert await stays is not None
    with pytest.raises(asyncio.CancelledError):
        await gone


async def test_a_reading_is_bounded() -> None:
    database = Database()
    for _ in range(2):
        database.answers.put_nowait(None)
    await asyncio.gather(*await ask(Tails(database.read), [(str(n), n) for n in range(MOST + 1)]))
    assert [len(wanted) for wanted in database.asked] == [MOST, 1]
