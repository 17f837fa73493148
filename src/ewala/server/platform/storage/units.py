"""What is written together: a table's next events and all that changes with them, and how many tables' are written at
once."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Integer, LargeBinary, String, bindparam, delete, insert, text, update
from sqlalchemy.dialects.postgresql import ARRAY

from ewala.core.state import Seat
from ewala.server.platform.storage.schema import events, seat_keys, tables
from ewala.tables.events import Event, encode_event
from ewala.tables.fingerprints import GameFingerprint
from ewala.tables.kept import Receipt
from ewala.tables.outcomes import Outcome

MOST_ROWS = 5000  # in one statement: SQLite takes 32,766 values

ADD_TABLE = insert(tables)
DROP_KEY = delete(seat_keys).where(
    seat_keys.c.table_id == bindparam("of_table"), seat_keys.c.seat == bindparam("of_seat")
)
ADD_KEY = insert(seat_keys)
# A table that is used is not old: whatever had marked it to be removed is forgotten.
CHANGE_TABLE = (
    update(tables)
    .where(tables.c.id == bindparam("of_table"))
    .values(
        status=bindparam("new_status"),
        touched_at=bindparam("now"),
        wakes_at=bindparam("new_wakes_at"),
        outage=bindparam("new_outage"),
        doomed_at=None,
    )
)
# A statement of its own: to name a column is to write its index anew, and a game's marks change twice or thrice.
MARK_TABLE = (
    update(tables)
    .where(tables.c.id == bindparam("of_table"))
    .values(seal=bindparam("new_seal"), opening=bindparam("new_opening"))
)
SIGN_OF_LIFE = text(
    "INSERT INTO service (name, value) VALUES (:of_name, :new_value)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)

# A table's next number is whoever's comes first: the others learn that they were late, and nothing of theirs is stored.
# In the tables' order, so that two processes that write to the same ones never wait for each other in a circle.
CLAIM = text(
    "INSERT INTO events (table_id, seq, body) SELECT * FROM unnest(:tables, :seqs, :bodies) AS t (a, b, c)"
    " ORDER BY a ON CONFLICT DO NOTHING RETURNING table_id"
).bindparams(
    bindparam("tables", type_=ARRAY(String)),
    bindparam("seqs", type_=ARRAY(Integer)),
    bindparam("bodies", type_=ARRAY(LargeBinary)),
)


class StorageLost(Exception):
    """What was to be written could not be: the database said why. Nothing has changed."""


class TableTaken(StorageLost):
    """The database has other events where these were to be: another process was first."""


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
    marks: GameFingerprint | None = None  # what its game is known by, if that changes
    outcome: Outcome | None = None  # of its game, if that is over with these events
    signs: Mapping[str, int] = {}  # the server's own signs of life
    companion: "Unit | None" = None  # a new table's: it is stored with this one, or neither is

    def rows(self) -> list[dict[str, Any]]:
        return [
            {"table_id": self.table_id, "seq": seq, "body": encode_event(event)}
            for seq, event in enumerate(self.events, self.first)
        ]


# Called in the same transaction with all that is written, for what others keep of it.
OnWrite = Callable[[Connection, Sequence[Unit]], None]


def execute(connection: Connection, units: list[Unit], on_write: OnWrite | None = None) -> list[Unit]:
    """Each statement once for all units; returns those that were late, of which nothing is stored. No two are of the
    same table, and no statement undoes another of its unit, so that their order is only that rows exist before others
    refer to them, and that who is late is known before anything else of it is written."""
    late: list[Unit] = []
    claimed: Collection[str] = ()
    if connection.dialect.name != "sqlite":
        first = [unit.rows()[0] for unit in units if unit.events and unit.new_table is None]
        if first:
            ours = claim(connection, first)
            late = [unit for unit in units if unit.events and unit.new_table is None and unit.table_id not in ours]
            units = [unit for unit in units if unit not in late]
        claimed = {row["table_id"] for row in first}
    units = with_companions(sorted(units, key=lambda unit: unit.table_id))
    _add_tables(connection, units)
    _add_events(connection, units, claimed)
    _change(connection, units)
    if on_write is not None:
        on_write(connection, units)
    return late


def _add_tables(connection: Connection, units: list[Unit]) -> None:
    new = [dict(unit.new_table) for unit in units if unit.new_table is not None]
    if new:
        connection.execute(ADD_TABLE, new)


def _add_events(connection: Connection, units: list[Unit], claimed: Collection[str]) -> None:
    """All events, but for the first of those tables where it is there already."""
    rows = [row for unit in units for row in unit.rows()[unit.table_id in claimed :]]
    if rows:
        add_events(connection, rows)


def _change(connection: Connection, units: list[Unit]) -> None:
    keys = [(unit.table_id, seat, digest) for unit in units for seat, digest in unit.keys.items()]
    if keys:
        freed = [{"of_table": table, "of_seat": seat} for table, seat, _ in keys]
        connection.execute(DROP_KEY, freed)
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


def with_companions(units: list[Unit]) -> list[Unit]:
    """All units, each behind the one beside it: who is told of a unit finds the one beside it done."""
    return [one for unit in units for one in (unit.companion, unit) if one is not None]


def claim(connection: Connection, rows: list[dict[str, Any]]) -> set[str]:
    """Store these events, each a table's next, unless another process was first; the tables at which it was not."""
    columns = {"tables": "table_id", "seqs": "seq", "bodies": "body"}
    found = connection.execute(CLAIM, {name: [row[column] for row in rows] for name, column in columns.items()})
    return set(found.scalars())


def add_events(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """Many events in one statement: row by row, SQLite's driver would give the interpreter lock away and wait for the
    event loop to hand it back at every row."""
    if connection.dialect.name != "sqlite":
        connection.execute(insert(events), rows)
        return
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        values = [value for row in some for value in (row["table_id"], row["seq"], row["body"])]
        places = ",".join(["(?,?,?)"] * len(some))
        connection.exec_driver_sql(f"INSERT INTO events (table_id, seq, body) VALUES {places}", tuple(values))
