"""One thread that writes: whatever has come in while it was busy goes to disk in one transaction, with one flush.

A command is acknowledged when its unit is on disk. A transaction has one unit of a table at most, and a unit says how
things are to be, not how to get there: so nothing within a flush can be reordered into something else. Where the
database did not say whether it has committed, it is asked, before anything is said to anybody.
"""

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from ewala.core.state import Seat
from ewala.play.events import Event, encode_event
from ewala.server.storage.database_lock import IN_USE, DatabaseUnusable, OthersWereHere
from ewala.server.storage.health import StorageHealth
from ewala.server.storage.kept import Receipt
from ewala.server.storage.openings import Marks
from ewala.server.storage.schema import events
from ewala.server.storage.statements import (
    ADD_KEY,
    ADD_TABLE,
    CHANGE_TABLE,
    DROP_KEY,
    MARK_TABLE,
    SIGN_OF_LIFE,
    add_events,
)

__all__ = ["Fate", "StorageLost", "TableTaken", "Unit", "Writer"]

log = logging.getLogger("ewala.server")

MOST_UNITS = 1000  # in one transaction
ASK_AGAIN = 0.25  # seconds until a database that did not answer is asked again

Fate = Literal["stored", "absent", "other"]
Connect = Callable[[], AbstractContextManager[Connection]]


class StorageLost(Exception):
    """What was to be written could not be: the database said why. Nothing has changed."""


class TableTaken(StorageLost):
    """The database has other events where these were to be: another server writes to this table."""


class Unit(msgspec.Struct, eq=False):
    """What a table's next events change, and what to do on the event loop once that is on disk, or cannot be."""

    table_id: str
    first: int  # the number of the first event
    events: list[Event]
    on_disk: Callable[[Receipt], None]
    on_lost: Callable[[StorageLost], None]
    keys: Mapping[Seat, str | None] = {}  # digests of keys to seats; None frees one
    new_table: Mapping[str, Any] | None = None  # its row, if there was none
    changed: Mapping[str, Any] | None = None  # what its row is to be, if that changes
    marks: Marks | None = None  # what its game is known by, if that changes
    signs: Mapping[str, int] = {}  # the server's own signs of life
    beside: "Unit | None" = None  # a new table's: it is stored with this one, or neither is

    def rows(self) -> list[dict[str, Any]]:
        return [
            {"table_id": self.table_id, "seq": seq, "body": encode_event(event)}
            for seq, event in enumerate(self.events, self.first)
        ]


class Writer:
    """Hands units to the writing thread and their outcome back to the event loop."""

    def __init__(self, connect: Connect, health: StorageHealth, when_taken: Callable[[], None] = lambda: None) -> None:
        """`when_taken` is called on the event loop if another server has had the database meanwhile."""
        self._connect = connect
        self._health = health
        self._when_taken = when_taken
        self._round: list[Unit] = []  # what has come in since the event loop has last handed anything over
        self._rounds: queue.SimpleQueue[list[Unit] | None] = queue.SimpleQueue()
        self._held_back: list[Unit] = []
        self._loop = asyncio.get_running_loop()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ewala-writer", daemon=True)
        self._thread.start()

    def write(self, unit: Unit) -> None:
        """Hand in a unit; on the event loop, `on_disk` or `on_lost` is called when its fate is known.

        All that comes in in one round of the event loop is handed over together: a thread that was woken for the first
        of many frames would flush for it alone, and the others would wait for another flush.
        """
        if not self._round:
            self._loop.call_soon(self._hand_over)
        self._round.append(unit)

    def _hand_over(self) -> None:
        units, self._round = self._round, []
        if units:
            self._rounds.put(units)

    async def close(self, within: float) -> None:
        """Write what is left, then stop; what the database does not take in time is given up without an answer."""
        self._hand_over()
        self._rounds.put(None)
        give_up = self._loop.call_later(within, self._stopped.set)
        try:
            async with asyncio.timeout(within):
                while self._thread.is_alive():
                    await asyncio.sleep(0.01)
        except TimeoutError:
            log.error("the database did not answer in time: what was being written is not acknowledged")
        give_up.cancel()

    # --- In the writing thread

    def _run(self) -> None:
        ending = False
        while not ending:
            units, ending = self._take()
            if units and not self._stopped.is_set():
                self._write(units)

    def _take(self) -> tuple[list[Unit], bool]:
        """Wait for units, then take all that are there, one of each table at most; and whether they were the last."""
        units: dict[str, Unit] = {}
        some: list[Unit] | None = self._held_back or self._rounds.get()
        self._held_back = []
        while some is not None:
            for number, unit in enumerate(some):
                if unit.table_id in units or len(units) == MOST_UNITS:
                    self._held_back = some[number:]
                    return list(units.values()), False
                units[unit.table_id] = unit
            if self._rounds.empty():
                break
            some = self._rounds.get()
        return list(units.values()), some is None

    def _write(self, units: list[Unit]) -> None:
        """Write them together; if that fails because the database refuses one of them, each by itself."""
        committing = False
        try:
            with self._health.writing(), self._connect() as connection:
                _execute(connection, units)
                committing = True
                self._commit(connection)
        except Exception as error:  # whatever it was: nobody is left waiting for ever
            if not isinstance(error, SQLAlchemyError | DatabaseUnusable | OthersWereHere):
                log.exception("writing failed in a way that nobody has foreseen")
            self._after_failure(units, error, undecided=committing)
        else:
            self._health.is_well()
            self._stored(units)

    def _commit(self, connection: Connection) -> None:
        connection.commit()

    def _after_failure(self, units: list[Unit], error: Exception, *, undecided: bool) -> None:
        to_all = _meets_all(error)
        if to_all:
            self._note(error, len(units))
        if undecided or (len(units) == 1 and not to_all):
            for unit in units:
                self._find_out(unit, error, undecided=undecided)
        elif to_all:
            self._lose(units, StorageLost(_reason(error)))
        else:
            for unit in units:
                self._write([unit])

    def _note(self, error: Exception, refused: int) -> None:
        """The database does not take anything now."""
        in_use = isinstance(error, DatabaseUnusable) and error.code == IN_USE
        self._health.has_failed(_reason(error), refused, IN_USE if in_use else "server/storage")
        if isinstance(error, OthersWereHere):
            self._settle([self._when_taken])

    def _find_out(self, unit: Unit, error: Exception, *, undecided: bool) -> None:
        """Learn what has become of a unit. Whoever waits for it waits until that is known, or the server stops."""
        fate, under_way = None, undecided
        while fate is None and not self._stopped.is_set():
            try:
                with self._health.writing(), self._connect() as connection:
                    fate = self._fate(connection, unit, under_way=under_way)
            except Exception as again:
                if under_way and not _meets_all(again):
                    under_way = False  # it was stored a moment ago, or somebody else's was, or it never can be
                else:
                    self._note(again, 0)
                    self._stopped.wait(ASK_AGAIN)
        if fate == "stored":
            self._stored([unit])
        elif fate is not None:
            log.error("table %s could not be written to: %s", unit.table_id, _reason(error))
            self._lose([unit], TableTaken(_reason(error)) if fate == "other" else StorageLost(_reason(error)))

    def _fate(self, connection: Connection, unit: Unit, *, under_way: bool) -> Fate:
        """Whether a unit is in the database.

        SQLite has decided when it answers. At a database server a commit whose acknowledgement was lost may still be
        under way: there the unit is written again, under the same numbers, of which only one can come to be. Where
        that is refused, whatever was under way has ended: the refusal had to wait for it.
        """
        rows = unit.rows()
        numbers = [row["seq"] for row in rows]
        query = select(events.c.body).where(events.c.table_id == unit.table_id, events.c.seq.in_(numbers))
        found = list(connection.execute(query.order_by(events.c.seq)).scalars())
        if found:
            return "stored" if found == [row["body"] for row in rows] else "other"
        if not under_way or connection.dialect.name == "sqlite" or not rows:
            return "absent"
        _execute(connection, [unit])
        self._commit(connection)
        return "stored"

    def _stored(self, units: list[Unit]) -> None:
        self._settle([partial(unit.on_disk, Receipt(unit.first, unit.events)) for unit in _with_those_beside(units)])

    def _lose(self, units: list[Unit], error: StorageLost) -> None:
        self._settle([partial(unit.on_lost, error) for unit in _with_those_beside(units)])

    def _settle(self, outcomes: list[Callable[[], None]]) -> None:
        """Hand outcomes back to the event loop, once for all: each call wakes it."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_tell, outcomes)


def _execute(connection: Connection, units: list[Unit]) -> None:
    """Each statement once for all units. No two are of the same table, and no statement undoes another of its unit, so
    that their order is only that rows exist before others refer to them."""
    units = _with_those_beside(units)
    new = [dict(unit.new_table) for unit in units if unit.new_table is not None]
    if new:
        connection.execute(ADD_TABLE, new)
    rows = [row for unit in units for row in unit.rows()]
    if rows:
        add_events(connection, rows)
    keys = [(unit.table_id, seat, digest) for unit in units for seat, digest in unit.keys.items()]
    if keys:
        connection.execute(DROP_KEY, [{"of_table": table, "of_seat": seat} for table, seat, _ in keys])
        held = [{"table_id": table, "seat": seat, "digest": digest} for table, seat, digest in keys if digest]
        if held:
            connection.execute(ADD_KEY, held)
    changed = [{"of_table": unit.table_id, **unit.changed} for unit in units if unit.changed is not None]
    if changed:
        connection.execute(CHANGE_TABLE, changed)
    marked = [(unit.table_id, unit.marks) for unit in units if unit.marks is not None]
    if marked:
        marks = [{"of_table": table, "new_seal": seal, "new_opening": opening} for table, (seal, opening) in marked]
        connection.execute(MARK_TABLE, marks)
    for unit in units:
        for name, value in unit.signs.items():
            connection.execute(SIGN_OF_LIFE, {"of_name": name, "new_value": value})


def _with_those_beside(units: list[Unit]) -> list[Unit]:
    """All units, each behind the one beside it: who is told of a unit finds the one beside it done."""
    return [one for unit in units for one in (unit.beside, unit) if one is not None]


def _tell(outcomes: list[Callable[[], None]]) -> None:
    """Call each; whatever one of them does, the others hear of theirs."""
    for outcome in outcomes:
        try:
            outcome()
        except Exception:
            log.exception("telling of a change that is on disk failed")


def _meets_all(error: Exception) -> bool:
    """Whether it is the database that fails, and not one unit that it refuses."""
    if isinstance(error, OperationalError | DatabaseUnusable | OthersWereHere):
        return True
    return isinstance(error, DBAPIError) and error.connection_invalidated


def _reason(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).strip().partition("\n")[0] or type(error).__name__
