"""All there is to know of a table, to hold one against another."""

from collections.abc import Sequence

import msgspec
from on_disk import on_disk

from ewala.tables.table import Table
from ewala.tables.views import snapshot_of


def kept(table: Table, now: int) -> object:
    """All that a table has in mind."""
    record, clocks = table.match.text() if table.match else "", table.clocks
    stands = record, table.to_confirm, table.rematch, clocks.shown(now), clocks.runs_out_at(), table.parts_asked_at
    return list(table.events), repr(table.sitters), stands


def shown(table: Table, now: int) -> list[bytes]:
    """All that any device may be told of a table."""
    seats = list(table.match.game.seats if table.match else table.sitters)
    viewers: list[Sequence[str]] = [[], seats, *([seat] for seat in seats)]
    stored = on_disk(table)
    return [
        msgspec.json.encode(snapshot_of("t", stored, viewer, host=False, online=[], muted=False, now=now))
        for viewer in viewers
    ]
