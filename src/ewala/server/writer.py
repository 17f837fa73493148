"""One thread that writes: whatever has come in while it was busy goes to disk in one transaction, with one flush.

A wish is acknowledged when its unit is on disk. Units of one table go to disk in the order in which they were handed
in; if one is lost, so are those behind it.
"""

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from ewala.server.statements import SQL, STATEMENTS, Statement

__all__ = ["StorageLost", "Unit", "Writer"]

log = logging.getLogger("ewala.server")

MOST_UNITS = 1000  # in one transaction
MOST_ROWS = 5000  # in one statement: SQLite takes 32,766 values


class StorageLost(Exception):
    """What was to be written could not be: the database said why."""


class Owner:
    """Whose units these are; once one is lost, its others must not be written."""

    lost = False


@dataclass
class Unit:
    """Changes that belong together, and what to do on the event loop once they are on disk."""

    owner: Owner
    changes: list[tuple[Statement, dict[str, Any]]]
    on_disk: Callable[[], None]
    on_lost: Callable[[Exception], None]


class Writer:
    """Hands units to the writing thread and their outcome back to the event loop."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._units: queue.SimpleQueue[Unit | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="ewala-writer", daemon=True)
        self._thread.start()

    def write(self, unit: Unit) -> None:
        """Hand in a unit; on the event loop, `on_disk` or `on_lost` is called when its fate is known."""
        self._units.put(unit)

    async def close(self) -> None:
        """Write what is left, then stop."""
        self._units.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while True:
            units = self._take()
            if units:
                self._write_together(units)
            if self._stopping:
                return

    _stopping = False

    def _take(self) -> list[Unit]:
        """Wait for a unit, then take all that are there."""
        units: list[Unit] = []
        unit = self._units.get()
        while True:
            if unit is None:
                self._stopping = True
                return units
            units.append(unit)
            if len(units) == MOST_UNITS or self._units.empty():
                return units
            unit = self._units.get()

    def _write_together(self, units: list[Unit]) -> None:
        try:
            self._transact(units)
            self._settle(units)
        except SQLAlchemyError:
            # One of them is to blame; alone, the others may do.
            for unit in units:
                self._write_alone(unit)

    def _write_alone(self, unit: Unit) -> None:
        try:
            self._transact([unit])
            self._settle([unit])
        except SQLAlchemyError as error:
            unit.owner.lost = True
            self._loop.call_soon_threadsafe(unit.on_lost, StorageLost(str(error)))

    def _settle(self, units: list[Unit]) -> None:
        """Hand back the outcome of a transaction. Who is lost is asked now: a later loss does not undo this one."""
        lost = StorageLost("an earlier change of this table was lost")
        outcomes = [partial(unit.on_lost, lost) if unit.owner.lost else unit.on_disk for unit in units]
        self._loop.call_soon_threadsafe(_tell, outcomes)  # once for all: each call wakes the loop

    def _transact(self, units: list[Unit]) -> None:
        with self._engine.begin() as connection:
            for statement, rows in _gathered(units).items():
                if statement == "add-event" and connection.dialect.name == "sqlite":
                    _add_events(connection, rows)
                else:
                    connection.execute(SQL[statement], rows)


def _add_events(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """Many events in one statement. Row by row, SQLite's driver would give the interpreter lock away and wait for the
    event loop to hand it back at every row."""
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        values = [value for row in some for value in (row["table_id"], row["seq"], row["body"])]
        places = ",".join(["(?,?,?)"] * len(some))
        connection.exec_driver_sql(f"INSERT INTO events (table_id, seq, body) VALUES {places}", tuple(values))


def _gathered(units: list[Unit]) -> dict[Statement, list[dict[str, Any]]]:
    """Rows by statement, so that the driver runs each statement once, and in an order in which rows exist before
    others refer to them."""
    rows: dict[Statement, list[dict[str, Any]]] = {statement: [] for statement in STATEMENTS}
    for unit in units:
        if not unit.owner.lost:
            for statement, row in unit.changes:
                rows[statement].append(row)
    return {statement: its for statement, its in rows.items() if its}


def _tell(outcomes: list[Callable[[], None]]) -> None:
    """Call each; whatever one of them does, the others hear of theirs."""
    for outcome in outcomes:
        try:
            outcome()
        except Exception:
            log.exception("telling of a change that is on disk failed")
