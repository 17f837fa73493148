"""A site is changed one server after another: servers of two versions are at one database, and games go on.

The later version's schema is made here. From 1.0.0 on this holds; before, one server had a database, and
a change was to stop it and start another."""

import gzip
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from devices import Device, Player
from processes import refused_to_start
from sqlalchemy import Connection, Engine, Inspector, create_engine, inspect, text
from table_server import Server, Table, served

from ewala.cli import main
from ewala.server.platform.storage.revisions import OLDEST
from ewala.server.platform.storage.store import Store, open_engine

pytestmark = pytest.mark.long  # servers of two versions at one database


LATER = "9001"  # a schema that nobody here knows
ADDED = (
    "ALTER TABLE tables ADD COLUMN mood TEXT",
    "ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE events ADD COLUMN noted_at BIGINT",
    "ALTER TABLE seat_keys ADD COLUMN person TEXT",
    "CREATE TABLE of_a_later_version (name TEXT PRIMARY KEY, rounds FLOAT NOT NULL)",
    "CREATE INDEX ix_tables_rated ON tables (rated)",
)


def expand(connection: Connection) -> None:
    """As the first server of a later version does when it starts."""
    for statement in ADDED:
        connection.execute(text(statement))
    connection.execute(text(f"UPDATE alembic_version SET version_num = '{LATER}'"))


def contract(connection: Connection) -> None:
    """What a version after that does, when no server of ours is there any more."""
    connection.execute(text("ALTER TABLE tables DROP COLUMN listed"))
    connection.execute(text(f"UPDATE service SET value = {LATER} WHERE name = 'works_from'"))


def takes_away(before: Connection, after: Connection) -> list[str]:
    """What processes that know the schema `before` would miss, or could not write, in the one `after`."""
    old, new = inspect(before), inspect(after)
    found = []
    for table in old.get_table_names():
        if not new.has_table(table):
            found.append(f"the table {table}")
            continue
        columns = {column["name"]: column for column in new.get_columns(table)}
        known = {column["name"] for column in old.get_columns(table)}
        found += [f"{table}.{name}" for name in sorted(known - columns.keys())]
        found += [
            f"{table}.{name} has to be given"
            for name in sorted(columns.keys() - known)
            if not columns[name]["nullable"] and columns[name]["default"] is None
        ]
        found += [f"{table}.{name} is of another kind" for name in sorted(_other_kinds(old, new, table))]
    return found


def _other_kinds(old: Inspector, new: Inspector, table: str) -> set[str]:
    kinds = [
        {column["name"]: (str(column["type"]), column["nullable"]) for column in each.get_columns(table)}
        for each in (old, new)
    ]
    return {name for name in kinds[0].keys() & kinds[1].keys() if kinds[0][name] != kinds[1][name]}


KEPT = Path(__file__).parent / "kept_databases"


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    made = open_engine(database)
    yield made
    made.dispose()


def play(device: Device, moves: int) -> None:
    player = Player(device, 1)
    while len(player.made) < moves:
        player.answer(device.next())


def at(server: Server, table: Table) -> Table:
    return table.at(server)


def test_who_runs_plays_on_when_a_newer_version_has_added_to_the_schema(
    tmp_path: Path, database: str, engine: Engine
) -> None:
    """Games that go on, and all that is done at a new table; then one of the old version is started again, beside."""
    with served(tmp_path, database=database) as server:
        table = server.kingdom_run("KS")
        with table.device("K", "S") as device:
            play(device, 2)
            with engine.begin() as connection:
                expand(connection)
            play(device, 2)
        another = server.chronicles()
        with another.device("O", "C") as device:
            play(device, 2)
        before = table.look(*table.keys.values())
        with served(tmp_path, database=database) as beside:
            here = at(beside, table)
            assert here.look(*table.keys.values())["position"] == before["position"]
            with here.device("K", "S") as device:
                play(device, 2)
    with engine.connect() as connection:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        assert found == LATER  # nobody took it back
        assert connection.execute(text("SELECT count(*) FROM tables WHERE rated = 0")).scalar() == 2


def test_who_would_miss_something_does_not_start_and_says_what_is_needed(
    tmp_path: Path, database: str, engine: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    Store(database).close()
    with engine.begin() as connection:
        expand(connection)
    assert main(["doctor", "--data-dir", str(tmp_path), "--database", database]) == 0
    assert f"version {LATER} is of a newer Ewala, and this one can use it" in capsys.readouterr().out
    with engine.begin() as connection:
        contract(connection)
    said = refused_to_start("--port", "0", "--data-dir", str(tmp_path), "--database", database)
    assert "[server/newer-database]" in said
    assert f"a newer version of Ewala ({LATER}): update Ewala" in said
    assert main(["doctor", "--data-dir", str(tmp_path), "--database", database]) == 1
    assert f"version {LATER} is of a newer Ewala: update this one" in capsys.readouterr().out


def test_servers_that_start_together_make_the_schema_once(database: str, engine: Engine) -> None:
    together, wrong = threading.Barrier(4), list[BaseException]()

    def start() -> None:
        together.wait()
        try:
            Store(database).close()
        except BaseException as error:
            wrong.append(error)

    starting = [threading.Thread(target=start) for _ in range(together.parties)]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    assert wrong == []
    with engine.connect() as connection:
        assert connection.execute(text("SELECT value FROM service WHERE name = 'works_from'")).scalar() == OLDEST


def kept(folder: Path) -> Path:
    """The database of the oldest processes that may be there, as it was kept then."""
    file = folder / "kept.db"
    file.write_bytes(gzip.decompress((KEPT / f"schema-{OLDEST}.db.gz").read_bytes()))
    return file


def missed(before: Path, after: Path) -> list[str]:
    engines = [create_engine(f"sqlite:///{file}") for file in (before, after)]
    with engines[0].connect() as old, engines[1].connect() as new:
        found = takes_away(old, new)
    for engine in engines:
        engine.dispose()
    return found


def test_our_schema_takes_nothing_away_from_the_oldest_that_may_be_there(tmp_path: Path) -> None:
    """A migration that fails here is a contracting one: it raises OLDEST, and comes a version after whoever used what
    it takes away. Keep a database of the new OLDEST then."""
    Store(f"sqlite:///{tmp_path / 'new.db'}").close()
    assert missed(kept(tmp_path), tmp_path / "new.db") == []


OUTAGES = "DROP TABLE outages; CREATE TABLE outages (id INTEGER NOT NULL PRIMARY KEY, since BIGINT NOT NULL, "


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("ALTER TABLE tables ADD COLUMN mood TEXT", []),
        ("ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0; CREATE TABLE ratings (person TEXT)", []),
        ("ALTER TABLE tables DROP COLUMN doomed_at", ["tables.doomed_at"]),
        ("ALTER TABLE tables RENAME COLUMN doomed_at TO doomed", ["tables.doomed_at"]),
        (f"{OUTAGES} until BIGINT NOT NULL, why TEXT NOT NULL)", ["outages.why has to be given"]),
        (f"{OUTAGES} until TEXT NOT NULL)", ["outages.until is of another kind"]),
        ("DROP TABLE outages", ["the table outages"]),
    ],
)
def test_it_is_noticed_what_older_processes_would_miss(tmp_path: Path, script: str, found: list[str]) -> None:
    before = kept(tmp_path)
    after = tmp_path / "after.db"
    shutil.copyfile(before, after)
    with closing(sqlite3.connect(after)) as database:
        database.executescript(script)
    assert missed(before, after) == found
