"""Outages, warming up, and the removal of old tables."""

import asyncio
import logging
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from on_disk import add_row, made, on_disk
from sqlalchemy import text, update
from sqlalchemy.exc import OperationalError

from ewala.core.dice import Dice
from ewala.games.registry import load
from ewala.games.roster import roster
from ewala.kit.plain_bots import RandomBot
from ewala.server.platform.storage import schema
from ewala.server.platform.storage.removal import DAY, MOST, Cleaned, clean
from ewala.server.platform.storage.store import Store
from ewala.server.tables.outages import Outage, Outages
from ewala.server.tables.thinking import Thinking
from ewala.server.tables.warming import Warming
from ewala.tables.table import Table


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'ewala.db'}")
    yield store
    store.close()


def test_one_whose_acknowledgement_was_lost_is_not_noted_twice(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was tried again under its number for ever, and clocks stood for as long."""
    outages = Outages(store)
    add = store.add_outage

    def cut(number: int, since: int, until: int) -> None:
        add(number, since, until)
        raise OperationalError("COMMIT", {}, Exception("the line was cut"))

    monkeypatch.setattr(store, "add_outage", cut)
    with pytest.raises(OperationalError):
        outages.add(1000, 5000)
    monkeypatch.undo()
    outages.add(1000, 6000)
    assert outages.after(0) == [Outage(1, 1000, 5000), Outage(2, 5000, 6000)]
    assert Outages(store).after(0) == outages.after(0)


def test_they_are_known_again_after_a_restart(store: Store) -> None:
    outages = Outages(store)
    outages.add(1000, 5000)
    outages.add(9000, 7000)  # somebody has set the clock
    again = Outages(store)
    assert again.after(0) == [Outage(1, 1000, 5000), Outage(2, 9000, 7000)]
    assert again.after(1) == [Outage(2, 9000, 7000)]
    assert again.after(2) == []


DICE = Dice(bytes(32))


def python(code: str) -> tuple[str, ...]:
    return sys.executable, "-c", code


def until_there(file: Path) -> tuple[str, ...]:
    return python(f"import pathlib, time\nwhile not pathlib.Path({str(file)!r}).exists(): time.sleep(0.01)")


def never() -> bool:
    return False


def playing(**bots: str) -> Table:
    """A game of the Chronicles between bots, which nobody moves on."""
    table = made(load("chronicles-of-run"), DICE)
    for seat, bot in bots.items():
        table.seat_bot(seat, bot, 0)
    table.start(0)
    return table


async def test_what_is_compiled_already_is_not_compiled_again(caplog: pytest.LogCaptureFixture) -> None:
    warming = Warming(("no such program",), done_before=lambda: True)
    warming.start()
    await warming.ready()
    await warming.stop()
    assert caplog.records == []


async def test_it_is_stopped_with_the_server_without_complaint(caplog: pytest.LogCaptureFixture) -> None:
    warming = Warming(python("import time; time.sleep(1000)"), never)
    warming.start()
    waiting = asyncio.create_task(warming.ready())
    await asyncio.sleep(0)
    assert not waiting.done()
    await warming.stop()
    await waiting
    assert caplog.records == []


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (python("raise SystemExit('no room on the disk')"), "no room on the disk"),
        (("/no/such/program",), "No such file"),
    ],
)
async def test_its_failure_is_logged_and_nobody_waits_for_ever(
    command: tuple[str, ...], complaint: str, caplog: pytest.LogCaptureFixture
) -> None:
    warming = Warming(command, never)
    warming.start()
    await warming.ready()
    await warming.stop()
    (entry,) = caplog.records
    assert entry.levelno == logging.WARNING
    assert complaint in entry.getMessage()


async def test_who_gives_up_waiting_does_not_stop_it_for_the_others(tmp_path: Path) -> None:
    warming = Warming(until_there(tmp_path / "done"), never)
    warming.start()
    impatient, patient = (asyncio.create_task(warming.ready()) for _ in range(2))
    await asyncio.sleep(0)
    impatient.cancel()
    (tmp_path / "done").touch()
    await patient
    assert impatient.cancelled()


async def test_a_level_waits_for_its_machine_code_and_others_play_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What it would play with is not the point here, and would have to be compiled.
    bots = roster("chronicles-of-run")
    monkeypatch.setitem(bots, "novice", replace(bots["novice"], load=RandomBot))
    thinking = Thinking(Warming(until_there(tmp_path / "done"), never))
    thinking.start()
    searching, plain = playing(O="novice", C="novice"), playing(O="random", C="random")
    move = asyncio.create_task(thinking.choose(on_disk(searching), str(searching.to_act)))
    for _ in range(5):
        assert await thinking.choose(on_disk(plain), str(plain.to_act))
    assert not move.done()
    (tmp_path / "done").touch()
    assert searching.match is not None
    assert await move in searching.match.state.moves()
    await thinking.stop()


NOW = 1_800_000_000_000


class ServerContext:
    """A database with tables, and a server that has run for so many days."""

    def __init__(self, store: Store, **tables: tuple[str, float]) -> None:
        """Tables by name: status, and how many days ago they were touched."""
        self.store = store
        self.served = 0
        for name, (status, days) in tables.items():
            self.add(name, status, NOW - int(days * DAY))

    def add(self, name: str, status: str, touched: int) -> None:
        with self.store.engine.begin() as connection:
            add_row(connection, name, status, touched)

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


Old = Callable[..., ServerContext]


@pytest.fixture
def old(store: Store) -> Old:
    return partial(ServerContext, store)


def test_old_tables_are_marked_and_removed_when_the_server_has_run_for_days(old: Old) -> None:
    context = old(
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


def test_a_game_in_play_is_never_removed(old: Old) -> None:
    context = old(fresh=("open", 0), abandoned=("playing", 10_000))
    assert context.clean() == Cleaned(0, [])
    assert context.clean(later=1000).removed == []
    assert context.left() == {"fresh", "abandoned"}


def test_a_clock_that_is_a_hundred_days_ahead_removes_nothing(old: Old) -> None:
    """One start with such a clock used to delete every table, games in play included."""
    context = old(a=("open", 1), b=("over", 2), c=("playing", 3))
    for _ in range(3):
        assert context.clean(NOW + 100 * DAY) == Cleaned(0, [])
    context.add("made with the wrong clock", "open", NOW + 100 * DAY)
    assert context.clean(NOW + 100 * DAY).removed == []
    assert context.clean(NOW, later=8).removed == [], "the clock is right again, and nothing was old"
    assert context.left() >= {"a", "b", "c"}


def test_who_uses_a_table_that_is_marked_keeps_it(old: Old) -> None:
    context = old(fresh=("open", 0), old=("open", 8), looked_at=("open", 8))
    assert context.clean().marked == 2
    with context.store.engine.begin() as connection:
        connection.execute(
            update(schema.tables).where(schema.tables.c.id == "old").values(touched_at=NOW, doomed_at=None)
        )
    assert context.clean(later=8, in_use={"looked_at"}).removed == []
    assert context.left() == {"fresh", "old", "looked_at"}


def test_one_run_removes_so_many_and_no_more(old: Old) -> None:
    context = old(fresh=("open", 0))
    for n in range(MOST + 1):
        context.add(f"{n}", "open", NOW - 30 * DAY)
    assert context.clean().marked == MOST
    assert len(context.clean(later=8).removed) == MOST
    assert len(context.left()) == 2
