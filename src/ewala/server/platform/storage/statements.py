"""The statements that change the database, and those that only PostgreSQL understands."""

from typing import Any

from sqlalchemy import Connection, Integer, LargeBinary, String, bindparam, delete, insert, text, update
from sqlalchemy.dialects.postgresql import ARRAY

from ewala.server.platform.storage.schema import events, seat_keys, tables

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

# The last number of each table: by the primary key, from its end.
TIME_OF_DAY = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
HEADS = text(
    "SELECT t.id, (SELECT max(seq) FROM events WHERE table_id = t.id) FROM unnest(:tables) AS t (id)"
).bindparams(bindparam("tables", type_=ARRAY(String)))

# What many tables have gained, each after a number of its own.
TAILS = text(
    "SELECT e.table_id, e.seq, e.body FROM unnest(:tables, :seqs) AS t (id, after)"
    " JOIN events AS e ON e.table_id = t.id AND e.seq > t.after ORDER BY e.table_id, e.seq"
).bindparams(bindparam("tables", type_=ARRAY(String)), bindparam("seqs", type_=ARRAY(Integer)))


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
