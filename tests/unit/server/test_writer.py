"""The writing thread: what comes in while it is busy goes to disk together; what is lost takes along only its own."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import event, text

from ewala.server.store import Store
from ewala.server.writer import Owner, StorageLost, Unit, Writer


class Desk:
    """A store with two tables, and the fate of every unit handed in."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "ewala.db"
        self.store = Store(f"sqlite:///{self.path}")
        with self.store.engine.begin() as connection:
            for table in ("one", "two"):
                row = f"insert into tables values ('{table}', 'open', 0, 0, 0, 'h', 'w', x'00')"
                connection.execute(text(row))
        self.commits = 0
        event.listen(self.store.engine, "commit", self._count)
        self.owners = {"one": Owner(), "two": Owner()}
        self.fates: list[tuple[str, str]] = []

    def _count(self, _: object) -> None:
        self.commits += 1

    def unit(self, name: str, table: str, *seqs: int) -> Unit:
        rows = [{"table_id": table, "seq": seq, "body": name.encode()} for seq in seqs]

        def lost(error: Exception) -> None:
            assert isinstance(error, StorageLost)
            self.fates.append((name, "lost"))

        return Unit(
            self.owners[table],
            [("add-event", row) for row in rows],
            lambda: self.fates.append((name, "on disk")),
            lost,
        )

    def stored(self) -> list[tuple[str, int]]:
        with self.store.engine.connect() as connection:
            found = connection.execute(text("select body, seq from events order by table_id, seq"))
            return [(body.decode(), seq) for body, seq in found]

    def run(self, hand_in: Callable[[Writer], None]) -> None:
        """Hand units in while the database is held by somebody else, so that they are there together."""

        async def go() -> None:
            writer = Writer(self.store.engine)
            held = sqlite3.connect(self.path, isolation_level=None)
            held.execute("begin immediate")
            hand_in(writer)
            held.execute("rollback")
            held.close()
            await writer.close()
            await asyncio.sleep(0)  # what the thread has handed back is called now

        asyncio.run(go())
        self.store.engine.dispose()


def test_what_comes_in_together_is_written_together(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    names = [f"{n}" for n in range(50)]

    def hand_in(writer: Writer) -> None:
        for n, name in enumerate(names, 1):
            writer.write(desk.unit(name, "one", n))

    desk.run(hand_in)
    assert desk.fates == [(name, "on disk") for name in names]
    assert desk.stored() == [(name, n) for n, name in enumerate(names, 1)]
    assert desk.commits <= 2, "the first alone at most, then all that waited"


def test_a_unit_that_fails_loses_itself_and_those_of_its_table_behind_it(tmp_path: Path) -> None:
    desk = Desk(tmp_path)

    def hand_in(writer: Writer) -> None:
        writer.write(desk.unit("first", "one", 1))
        writer.write(desk.unit("other's first", "two", 1))
        writer.write(desk.unit("fails", "one", 2, 1))
        writer.write(desk.unit("behind", "one", 3))
        writer.write(desk.unit("other's second", "two", 2))

    desk.run(hand_in)
    assert dict(desk.fates) == {
        "first": "on disk",
        "other's first": "on disk",
        "fails": "lost",
        "behind": "lost",
        "other's second": "on disk",
    }
    assert desk.stored() == [("first", 1), ("other's first", 1), ("other's second", 2)]
    assert desk.owners["one"].lost
    assert not desk.owners["two"].lost


def test_after_a_loss_nothing_more_of_that_table_is_written(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.owners["one"].lost = True

    def hand_in(writer: Writer) -> None:
        writer.write(desk.unit("too late", "one", 1))
        writer.write(desk.unit("unharmed", "two", 1))

    desk.run(hand_in)
    assert dict(desk.fates) == {"too late": "lost", "unharmed": "on disk"}
    assert desk.stored() == [("unharmed", 1)]


def test_closing_writes_what_is_left(tmp_path: Path) -> None:
    desk = Desk(tmp_path)

    async def go() -> None:
        writer = Writer(desk.store.engine)
        for n in range(1, 200):
            writer.write(desk.unit(f"{n}", "one", n))
        await writer.close()

    asyncio.run(go())
    assert len(desk.stored()) == 199
    desk.store.engine.dispose()
