"""One thread that writes: whatever has come in while it was busy goes to disk in one transaction, with one flush.

A command is acknowledged when its unit is on disk. A transaction has one unit of a table at most, and a unit says how
things are to be, not how to get there: so nothing within a flush can be reordered into something else. Where the
database did not say whether it has committed, it is asked, before anything is said to anybody.

Where several processes write to one database, the log's primary key decides: whose number was taken already learns it,
and nothing of that unit is stored, while all others of the flush are.
"""

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from time import perf_counter
from typing import Literal

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from ewala.server.platform.storage.health import StorageHealth
from ewala.server.platform.storage.schema import events
from ewala.server.platform.storage.transactions import TRIES, can_be_retried, database_is_down, reason_of
from ewala.server.platform.storage.units import OnWrite, StorageLost, TableTaken, Unit, execute, with_companions
from ewala.tables.kept import Receipt

log = logging.getLogger("ewala.server")

MOST_UNITS = 1000  # in one transaction
ASK_AGAIN = 0.25  # seconds until a database that did not answer is asked again

Fate = Literal["stored", "absent", "other"]
Connect = Callable[[], AbstractContextManager[Connection]]
TellOthers = Callable[[dict[str, int]], None]  # tables, and the numbers of their last events


class Writer:
    """Hands units to the writing thread and their outcome back to the event loop."""

    def __init__(
        self,
        connect: Connect,
        health: StorageHealth,
        tell_others: TellOthers | None = None,
        on_write: OnWrite | None = None,
    ) -> None:
        """`tell_others` hears, in the writing thread, which events of which tables are on disk; `on_write` writes more
        in the same transaction."""
        self._on_write = on_write
        self._connect = connect
        self._health = health
        self._tell_others = tell_others
        self._round: list[Unit] = []  # what has come in since the event loop has last handed anything over
        self._rounds: queue.SimpleQueue[list[Unit] | None] = queue.SimpleQueue()
        self._held_back: list[Unit] = []
        self._taken_in = 0  # units that were handed in, counted on the event loop
        self._settled = 0  # and those whose fate is known, counted in the writing thread
        self._loop = asyncio.get_running_loop()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ewala-writer", daemon=True)
        self._thread.start()

    def write(self, unit: Unit) -> None:
        """Hand in a unit; on the event loop, `on_disk` or `on_lost` is called when its fate is known.

        All units of one round of the event loop are handed over together, or the first would have a flush of its own.
        """
        if not self._round:
            self._loop.call_soon(self._hand_over)
        self._round.append(unit)
        self._taken_in += 1

    @property
    def waiting(self) -> int:
        """Units whose fate is not known yet."""
        return self._taken_in - self._settled

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
        """Write them together; if that fails because the database refuses one of them, each by itself. What only has to
        give way to another process is written again."""
        committing, tries = False, 0
        while True:
            tries += 1
            try:
                with self._health.writing(), self._connect() as connection:
                    late = execute(connection, units, self._on_write)
                    committing = True
                    self._commit(connection)
            except Exception as error:  # whatever it was: nobody is left waiting for ever
                if can_be_retried(error) and not committing and tries < TRIES:
                    continue
                if not isinstance(error, SQLAlchemyError):
                    log.exception("writing failed in a way that nobody has foreseen")
                self._after_failure(units, error, undecided=committing)
            else:
                self._health.is_well()
                self._stored([unit for unit in units if unit not in late] if late else units)
                self._lose(late, TableTaken("another process was first"))
            return

    def _commit(self, connection: Connection) -> None:
        connection.commit()

    def _after_failure(self, units: list[Unit], error: Exception, *, undecided: bool) -> None:
        to_all = database_is_down(error)
        if to_all:
            self._health.has_failed(reason_of(error), len(units))
        if undecided or (len(units) == 1 and not to_all):
            for unit in units:
                self._find_out(unit, error, undecided=undecided)
        elif to_all:
            self._lose(units, StorageLost(reason_of(error)))
        else:
            for unit in units:
                self._write([unit])

    def _find_out(self, unit: Unit, error: Exception, *, undecided: bool) -> None:
        """Learn what has become of a unit. Whoever waits for it waits until that is known, or the server stops."""
        fate, under_way = None, undecided
        while fate is None and not self._stopped.is_set():
            try:
                with self._health.writing(), self._connect() as connection:
                    fate = self._fate(connection, unit, under_way=under_way)
            except Exception as again:
                if can_be_retried(again):
                    self._stopped.wait(ASK_AGAIN)
                elif under_way and not database_is_down(again):
                    under_way = False  # it was stored a moment ago, or somebody else's was, or it never can be
                else:
                    self._health.has_failed(reason_of(again), 0)
                    self._stopped.wait(ASK_AGAIN)
        if fate == "stored":
            self._stored([unit])
        elif fate == "other":
            self._lose([unit], TableTaken(reason_of(error)))
        elif fate is not None:
            log.error("table %s could not be written to: %s", unit.table_id, reason_of(error))
            self._lose([unit], StorageLost(reason_of(error)))

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
        late = execute(connection, [unit], self._on_write)
        self._commit(connection)
        return "other" if late else "stored"

    def _stored(self, units: list[Unit]) -> None:
        self._settled += len(units)
        if self._tell_others is not None:
            heads = {unit.table_id: unit.first + len(unit.events) - 1 for unit in units if unit.events}
            if heads:
                self._tell_others(heads)
        at, stored = perf_counter(), with_companions(units)
        self._settle([partial(unit.on_disk, Receipt(unit.first, unit.events, at)) for unit in stored])

    def _lose(self, units: list[Unit], error: StorageLost) -> None:
        self._settled += len(units)
        if units:
            self._settle([partial(unit.on_lost, error) for unit in with_companions(units)])

    def _settle(self, outcomes: list[Callable[[], None]]) -> None:
        """Hand outcomes back to the event loop, once for all: each call wakes it."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_tell, outcomes)


def _tell(outcomes: list[Callable[[], None]]) -> None:
    """Call each; whatever one of them does, the others hear of theirs."""
    for outcome in outcomes:
        try:
            outcome()
        except Exception:
            log.exception("telling of a change that is on disk failed")
