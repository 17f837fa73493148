"""The statements that change the database, in the order in which one transaction runs them."""

from typing import Any, Literal, get_args

from sqlalchemy import bindparam, delete, insert, update

from ewala.server.schema import events, seat_keys, tables

__all__ = ["SQL", "STATEMENTS", "Statement"]

Statement = Literal["new-table", "free-seat", "hold-seat", "add-event", "touch-table"]
STATEMENTS: tuple[Statement, ...] = get_args(Statement)

SQL: dict[Statement, Any] = {
    "new-table": insert(tables),
    "free-seat": delete(seat_keys).where(
        seat_keys.c.table_id == bindparam("of_table"), seat_keys.c.seat == bindparam("of_seat")
    ),
    "hold-seat": insert(seat_keys),
    "add-event": insert(events),
    "touch-table": update(tables)
    .where(tables.c.id == bindparam("of_table"))
    .values(status=bindparam("new_status"), touched_at=bindparam("now")),
}
