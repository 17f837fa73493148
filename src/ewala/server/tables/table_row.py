"""What the database has of a table besides its events and keys: how it stands, and when somebody has to look at it."""

from typing import Any, NamedTuple

from ewala.tables.fold import Fold


class TableRow(NamedTuple):
    status: str
    wakes_at: int | None  # when something happens here by itself
    outage: int  # the last one that its clocks know of

    def columns(self, now: int) -> dict[str, Any]:
        return {"new_status": self.status, "new_wakes_at": self.wakes_at, "new_outage": self.outage, "now": now}


def row_of(table: Fold, outage: int, parts_seconds: float) -> TableRow:
    """The row of a table as it stands; promised parts of the dice are waited for so many seconds."""
    return TableRow(table.status, _wakes_at(table, parts_seconds), outage)


def _wakes_at(table: Fold, parts_seconds: float) -> int | None:
    """When something happens there by itself, whoever is there: after a restart the table is taken into memory."""
    if table.parts_asked_at is not None and table.to_show:
        return table.parts_asked_at + int(parts_seconds * 1000)
    running = table.clocks.running
    runs = table.status == "playing" and running is not None and not table.sitters[running].bot
    return table.clocks.runs_out_at() if runs else None
