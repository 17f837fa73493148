"""A table's keeper in the database: the unit that is written with its events, and what others have stored."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from ewala.core.errors import EwalaError
from ewala.server.platform.storage.units import StorageLost, TableTaken, Unit
from ewala.server.tables.context import ServerContext
from ewala.tables.fingerprints import GameFingerprint, fingerprint_after, fingerprint_of_table
from ewala.tables.fold import Fold
from ewala.tables.keeper import Addition, Done, Found, Lost
from ewala.tables.kept import Kept, Receipt, Stored, Tail
from ewala.tables.outcomes import outcome_of
from ewala.tables.problems import Unavailable
from ewala.tables.room import NOT_STORED

TOUCH_EVERY = 60_000  # milliseconds between signs of life in the database


class TableRow(NamedTuple):
    """What the database has of a table besides its events and keys: how it stands, and when somebody has to look."""

    status: str
    wakes_at: int | None  # when something happens here by itself
    outage: int  # the last one that its clocks know of

    def columns(self, now: int) -> dict[str, Any]:
        return {"new_status": self.status, "new_wakes_at": self.wakes_at, "new_outage": self.outage, "now": now}


class StorageKeeper:
    """Keeps one table."""

    def __init__(self, context: ServerContext, stored: Stored, kept: Kept) -> None:
        self.shared = context.store.shared
        self.marks = fingerprint_of_table(kept)  # what its game is known by, as long as it goes on
        self.outage = stored.outage  # the last one that its clocks know of
        self.left_out = stored.outage  # and that they know of where something is being decided
        self._context = context
        self._id = stored.id
        self._kept = kept
        self._marked = stored.marks  # as the database has them
        self._row = self._row_of(kept, self.outage)  # likewise
        self._touched = kept.events[-1].at

    def subscribe(self, heard: Callable[[int], None]) -> None:
        """The registry hears the news of all tables, and passes them on to their rooms."""

    # --- Writing

    def append(self, addition: Addition, done: Done, lost: Lost) -> None:
        table, now, companion = addition.table, addition.at, addition.companion
        assert companion is None or isinstance(companion, Unit)
        row, marks = self._row_of(table, self.left_out), fingerprint_after(table, addition.events, self.marks)
        touched = row != self._row or now - self._touched > TOUCH_EVERY
        ends = row.status == "over" and self._row.status != "over"
        unit = Unit(
            self._id,
            addition.first,
            addition.events,
            partial(self._on_disk, done, row, now if touched else None, marks),
            partial(self._on_lost, lost),
            keys=addition.keys,
            changed=row.columns(now) if touched else None,
            marks=None if marks == self._marked else marks,
            outcome=outcome_of(table) if ends else None,
            companion=companion,
        )
        self._context.writer.write(unit)

    def _on_disk(
        self, done: Done, row: TableRow, touched: int | None, marks: GameFingerprint, receipt: Receipt
    ) -> None:
        self.marks, self._marked, self.outage = marks, marks, row.outage
        if touched is not None:
            self._row, self._touched = row, touched
        done(receipt)

    def _on_lost(self, lost: Lost, error: StorageLost) -> None:
        taken = isinstance(error, TableTaken)
        self._context.figures.conflicts += taken
        lost(NOT_STORED, taken)

    def set_alarm(self) -> None:
        """The database takes this table for one at which something is due: if nothing is, tell it when that will be."""
        wakes_at = self._row.wakes_at
        if wakes_at is None or wakes_at > self._context.now():
            row, marks = self._row.columns(self._touched), None if self.marks == self._marked else self.marks
            self._context.writer.write(
                Unit(self._id, self._kept.seq + 1, [], _ignore, _ignore, changed=row, marks=marks)
            )

    def _row_of(self, table: Fold, outage: int) -> TableRow:
        return TableRow(table.status, self._wakes_at(table), outage)

    def _wakes_at(self, table: Fold) -> int | None:
        """When something happens there by itself, whoever is there: after a restart the table is taken into memory."""
        if table.parts_asked_at is not None and table.to_show:
            return table.parts_asked_at + int(self._context.config.parts_seconds * 1000)
        running = table.clocks.running
        runs = table.status == "playing" and running is not None and not table.sitters[running].bot
        return table.clocks.runs_out_at() if runs else None

    # --- Reading what others have stored

    def read(self, after: int, found: Found, failed: Callable[[EwalaError], None]) -> None:
        self._context.start_task(self._read(after, found, failed))

    async def _read(self, after: int, found: Found, failed: Callable[[EwalaError], None]) -> None:
        try:
            tail = await self._context.tails.after(self._id, after)
        except Unavailable as away:
            failed(away)
        else:
            found(tail)

    def follow(self, tail: Tail) -> None:
        """Others have stored these events, which have been folded in."""
        self.outage = tail.outage
        self.marks = self._marked = tail.marks
        self._row = self._row_of(self._kept, tail.outage)
        if tail.events:
            self._touched = self._kept.events[-1].at


def _ignore(_: object) -> None:
    """Nobody waits for it."""
