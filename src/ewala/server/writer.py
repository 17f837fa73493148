"""One thread that writes: whatever has come in while it was busy goes to disk in one transaction, with one flush.

A wish is acknowledged when its unit is on disk. Units of one table go to disk in the order in which they were handed
in; if one is lost, so are those behind it.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from ewala.server.statements import SQL, STATEMENTS, Statement

__all__ = ["StorageLost", "Unit", "Writer"]

MOST_UNITS = 1000  # in one transaction


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
            self._loop.call_soon_threadsafe(_settle, units, None)
        except SQLAlchemyError:
            # One of them is to blame; alone, the others may do.
            for unit in units:
                self._write_alone(unit)

    def _write_alone(self, unit: Unit) -> None:
        try:
            self._transact([unit])
            self._loop.call_soon_threadsafe(_settle, [unit], None)
        except SQLAlchemyError as error:
            unit.owner.lost = True
            self._loop.call_soon_threadsafe(_settle, [unit], StorageLost(str(error)))

    def _transact(self, units: list[Unit]) -> None:
        with self._engine.begin() as connection:
            for statement, rows in _gathered(units).items():
                connection.execute(SQL[statement], rows)


def _gathered(units: list[Unit]) -> dict[Statement, list[dict[str, Any]]]:
    """Rows by statement, so that the driver runs each statement once, and in an order in which rows exist before
    others refer to them."""
    rows: dict[Statement, list[dict[str, Any]]] = {statement: [] for statement in STATEMENTS}
    for unit in units:
        if not unit.owner.lost:
            for statement, row in unit.changes:
                rows[statement].append(row)
    return {statement: its for statement, its in rows.items() if its}


def _settle(units: list[Unit], error: Exception | None) -> None:
    for unit in units:
        if error is None and not unit.owner.lost:
            unit.on_disk()
        else:
            unit.on_lost(error or StorageLost("an earlier change of this table was lost"))
