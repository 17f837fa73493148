"""What is old is marked first and removed later; what a clock says alone removes nothing."""

from pathlib import Path

from sqlalchemy import insert, text, update

from ewala.server.platform.storage import schema
from ewala.server.platform.storage.removal import DAY, MOST, Cleaned, clean
from ewala.server.platform.storage.store import Store

NOW = 1_800_000_000_000


class ServerContext:
    """A database with tables, and a server that has run for so many days."""

    def __init__(self, folder: Path, **tables: tuple[str, float]) -> None:
        """Tables by name: status, and how many days ago they were touched."""
        self.store = Store(f"sqlite:///{folder / 'ewala.db'}")
        self.served = 0
        for name, (status, days) in tables.items():
            self.add(name, status, NOW - int(days * DAY))

    def add(self, name: str, status: str, touched: int) -> None:
        with self.store.engine.begin() as connection:
            connection.execute(
                insert(schema.tables).values(
                    id=name,
                    status=status,
                    listed=0,
                    created_at=touched,
                    touched_at=touched,
                    host_digest="h",
                    watch_digest="w",
                    secret=b"s",
                )
            )
            connection.execute(insert(schema.seat_keys).values(table_id=name, seat="K", digest="d"))
            connection.execute(insert(schema.events).values(table_id=name, seq=1, body=b"1"))

    def clean(self, now: int = NOW, *, later: float = 0, in_use: set[str] | None = None) -> Cleaned:
        """A run, after the server has run for so many more days."""
        self.served += int(later * DAY)
        return clean(
            self.store.engine, now, self.served, open_days=7, over_days=90, grace_days=7, in_use=in_use or set()
        )

    def left(self, of: str = "tables") -> set[str]:
        column = "id" if of == "tables" else "table_id"
        with self.store.engine.connect() as connection:
            return set(connection.execute(text(f"select {column} from {of}")).scalars())


def test_old_tables_are_marked_and_removed_when_the_server_has_run_for_days(tmp_path: Path) -> None:
    context = ServerContext(
        tmp_path,
        fresh=("open", 0),
        open_old=("open", 8),
        open_new=("open", 6),
        over_old=("over", 91),
        over_new=("over", 89),
    )
    assert context.clean() == Cleaned(2, [])
    assert context.clean(later=6.9) == Cleaned(0, [])
    assert sorted(context.clean(later=0.2).removed) == ["open_old", "over_old"]
    for of in ("tables", "events", "seat_keys"):
        assert context.left(of) == {"fresh", "open_new", "over_new"}
    context.store.close()


def test_a_game_in_play_is_never_removed(tmp_path: Path) -> None:
    context = ServerContext(tmp_path, fresh=("open", 0), abandoned=("playing", 10_000))
    assert context.clean() == Cleaned(0, [])
    assert context.clean(later=1000).removed == []
    assert context.left() == {"fresh", "abandoned"}
    context.store.close()


def test_a_clock_that_is_a_hundred_days_ahead_removes_nothing(tmp_path: Path) -> None:
    """One start with such a clock used to delete every table, games in play included."""
    context = ServerContext(tmp_path, a=("open", 1), b=("over", 2), c=("playing", 3))
    for _ in range(3):
        assert context.clean(NOW + 100 * DAY) == Cleaned(0, [])
    context.add("made with the wrong clock", "open", NOW + 100 * DAY)
    assert context.clean(NOW + 100 * DAY).removed == []
    assert context.clean(NOW, later=8).removed == [], "the clock is right again, and nothing was old"
    assert context.left() >= {"a", "b", "c"}
    context.store.close()


def test_who_uses_a_table_that_is_marked_keeps_it(tmp_path: Path) -> None:
    context = ServerContext(tmp_path, fresh=("open", 0), old=("open", 8), looked_at=("open", 8))
    assert context.clean().marked == 2
    with context.store.engine.begin() as connection:
        connection.execute(
            update(schema.tables).where(schema.tables.c.id == "old").values(touched_at=NOW, doomed_at=None)
        )
    assert context.clean(later=8, in_use={"looked_at"}).removed == []
    assert context.left() == {"fresh", "old", "looked_at"}
    context.store.close()


def test_one_run_removes_so_many_and_no_more(tmp_path: Path) -> None:
    context = ServerContext(tmp_path, fresh=("open", 0))
    for n in range(MOST + 1):
        context.add(f"{n}", "open", NOW - 30 * DAY)
    assert context.clean().marked == MOST
    assert len(context.clean(later=8).removed) == MOST
    assert len(context.left()) == 2
    context.store.close()
