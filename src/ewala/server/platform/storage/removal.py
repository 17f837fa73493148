"""Tables that nobody has used for long are marked first and removed later.

A wrong date alone removes nothing: age counts from the newest table's last use, and from mark to removal the server has
to run for days, by a monotonic clock. A game that is being played is never removed.
"""

from dataclasses import dataclass

from sqlalchemy import Connection, Engine, and_, delete, func, or_, select, update

from ewala.server.platform.storage.schema import events, seat_keys, tables

DAY = 24 * 3_600_000
MOST = 200  # marked, and removed, in one run


@dataclass(frozen=True)
class Cleaned:
    """What one run has done."""

    marked: int
    removed: list[str]


def clean(
    engine: Engine, now: int, served: int, *, open_days: float, over_days: float, grace_days: float, in_use: set[str]
) -> Cleaned:
    """Mark what is old, and remove what was marked long ago; `served` is how long servers have run in all."""
    with engine.begin() as connection:
        newest = min(now, connection.execute(select(func.max(tables.c.touched_at))).scalar() or now)
        old = or_(
            and_(tables.c.status == "open", tables.c.touched_at < newest - int(open_days * DAY)),
            and_(tables.c.status == "over", tables.c.touched_at < newest - int(over_days * DAY)),
        )
        doomed = select(tables.c.id).where(tables.c.doomed_at <= served - int(grace_days * DAY), old)
        removed = [name for name in connection.execute(doomed.limit(MOST)).scalars() if name not in in_use]
        for table_id in removed:
            remove_table(connection, table_id)
        fresh = select(tables.c.id).where(tables.c.doomed_at.is_(None), old).limit(MOST)
        found = list(connection.execute(fresh).scalars())
        if found:
            connection.execute(update(tables).where(tables.c.id.in_(found)).values(doomed_at=served))
    return Cleaned(len(found), removed)


def remove_table(connection: Connection, table_id: str) -> None:
    """With all its events and keys; whose its seats were goes along, how it ended stays."""
    connection.execute(delete(events).where(events.c.table_id == table_id))
    connection.execute(delete(seat_keys).where(seat_keys.c.table_id == table_id))
    connection.execute(delete(tables).where(tables.c.id == table_id))
