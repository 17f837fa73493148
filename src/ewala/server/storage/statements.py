"""The statements that change the database."""

from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, update

from ewala.server.storage.schema import events, seat_keys, service, tables

__all__ = ["ADD_KEY", "ADD_TABLE", "CHANGE_TABLE", "DROP_KEY", "MARK_TABLE", "SIGN_OF_LIFE", "add_events"]

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
SIGN_OF_LIFE = update(service).where(service.c.name == bindparam("of_name")).values(value=bindparam("new_value"))


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
