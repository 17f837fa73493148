"""What the host sees: tables, people, and how much goes on. No key is in it, and nothing of a position."""

import asyncio
import os
import resource
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, func, or_, select

from ewala.core.state import Seat
from ewala.server.features.accounts import people, person_keys, person_seats, results
from ewala.server.features.admin.schema import muted_people
from ewala.server.platform.edge.edge import Edge
from ewala.server.platform.jobs.pool import JobPool
from ewala.server.platform.storage.schema import tables
from ewala.server.tables.metrics import queues_of
from ewala.server.tables.registry import TableRegistry
from ewala.server.tables.room import Room
from ewala.tables.keys import is_table_id

MEMORY = Path("/proc/self/statm")
PAGE = 20  # rows of a page
TableStatus = Literal["open", "playing", "over"]


class DeskPerson(msgspec.Struct, frozen=True):
    id: str
    name: str
    language: str
    created_at: int
    seen_at: int
    devices: int
    games: int  # that are over
    muted: bool


def table_rows(
    connection: Connection, status: TableStatus | None, search: str, known: Collection[str], page: int
) -> tuple[list[Row[Any, Any, Any, Any]], int]:
    """Those with the newest sign of life first, and how many there are. `known`: tables that fit what is searched for
    by what is known of them elsewhere."""
    wanted: list[ColumnElement[bool]] = [tables.c.status == status] if status else []
    if search:
        named = select(people.c.id).where(people.c.name.icontains(search, autoescape=True))
        theirs = select(person_seats.c.table_id).where(person_seats.c.person_id.in_(named))
        played = select(results.c.table_id).where(results.c.name.icontains(search, autoescape=True))
        begins = tables.c.id.startswith(search.lower(), autoescape=True)
        wanted.append(or_(begins, tables.c.id.in_(known), tables.c.id.in_(theirs), tables.c.id.in_(played)))
    columns = (tables.c.id, tables.c.status, tables.c.created_at, tables.c.touched_at)
    asked = select(*columns).where(*wanted).order_by(tables.c.touched_at.desc(), tables.c.id)
    count = connection.execute(select(func.count()).select_from(tables).where(*wanted)).scalar_one()
    rows = connection.execute(asked.offset(page * PAGE).limit(PAGE)).all()
    return [row for row in rows if is_table_id(row.id)], count


def people_page(connection: Connection, search: str, page: int) -> tuple[list[DeskPerson], int]:
    """Those who were seen last first, and how many there are."""
    of = people.c.id
    devices = select(func.count()).where(person_keys.c.person_id == of, person_keys.c.kind != "recovery")
    games = select(func.count(func.distinct(results.c.table_id))).where(results.c.person_id == of)
    muted = select(func.count()).where(muted_people.c.person_id == of)
    figures = [each.scalar_subquery() for each in (devices, games, muted)]
    wanted = [people.c.name.icontains(search, autoescape=True)] if search else []
    asked = select(people).add_columns(*figures).where(*wanted).order_by(people.c.seen_at.desc(), of)
    count = connection.execute(select(func.count()).select_from(people).where(*wanted)).scalar_one()
    rows = connection.execute(asked.offset(page * PAGE).limit(PAGE))
    found = [
        DeskPerson(row.id, row.name, row.language, row.created_at, row.seen_at, row[-3], row[-2], bool(row[-1]))
        for row in rows
    ]
    return found, count


def counts(connection: Connection) -> dict[str, int]:
    """Tables by status, and people."""
    by_status = connection.execute(select(tables.c.status, func.count()).group_by(tables.c.status)).all()
    known = connection.execute(select(func.count()).select_from(people)).scalar_one()
    found = dict.fromkeys(("open", "playing", "over"), 0) | {row[0]: row[1] for row in by_status}
    return {**found, "people": known}


def database_bytes(connection: Connection) -> int | None:
    """How large the database is; None where nobody says."""
    asked = {
        "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
        "postgresql": "SELECT pg_database_size(current_database())",
    }.get(connection.dialect.name)
    return None if asked is None else int(connection.exec_driver_sql(asked).scalar_one())


# --- Tables in use


class DeskSeat(msgspec.Struct, frozen=True):
    seat: Seat
    kind: Literal["open", "person", "bot", "closed"]
    name: str
    bot: str
    online: bool
    muted: bool


class DeskTable(msgspec.Struct, frozen=True):
    id: str
    status: TableStatus
    created_at: int
    touched_at: int  # its last event
    game: str  # empty of one that cannot be read
    title: str
    listed: bool
    rated: bool
    moves: int
    watching: int  # devices without a seat, at the process that is asked
    host_muted: bool
    seats: list[DeskSeat]


async def desk_tables(
    registry: TableRegistry, status: TableStatus | None, search: str, page: int
) -> tuple[list[DeskTable], int]:
    """Some of those that are searched for, and how many there are."""
    known = [room.id for room in registry.rooms() if search and _fits(room, search.casefold())]
    rows, count = await registry.ask(table_rows, status, search, known, page)
    shown = []
    for row in rows:
        room = await registry.room_if_any(row.id)
        if room is None:
            about = (row.id, row.status, row.created_at, row.touched_at)
            shown.append(DeskTable(*about, "", "", False, False, 0, 0, False, []))
        else:
            shown.append(_seen(room))
    return shown, count


def _fits(room: Room, search: str) -> bool:
    """By what is known at a table that is in use: its title, and the names of those who sit there."""
    texts = [room.kept.settings.title, *(sitter.name for sitter in room.kept.sitters.values())]
    return any(search in text.casefold() for text in texts)


def _seen(room: Room) -> DeskTable:
    kept, muted, online = room.kept, room.context.policy.muted_seats, room.audience.online
    groups = room.audience.groups
    return DeskTable(
        id=room.id,
        status=kept.status,
        created_at=kept.created.at,
        touched_at=kept.events[-1].at,
        game=kept.game.name,
        title=kept.settings.title,
        listed=kept.settings.listed,
        rated=kept.created.rated,
        moves=kept.ply,
        watching=sum(len(outboxes) for group, outboxes in groups.items() if not group.seats),
        host_muted=(room.id, "") in muted,
        seats=[
            DeskSeat(seat, sitter.kind, sitter.name, sitter.bot, seat in online, (room.id, seat) in muted)
            for seat, sitter in kept.sitters.items()
        ],
    )


# --- Load


class Load(msgspec.Struct, frozen=True):
    """Of one process; by `process` several can be told apart."""

    process: int
    started_at: int
    connections: int
    devices: int  # at tables
    tables: int  # in memory
    moves: int  # since it began
    processor_seconds: float  # since it began
    waiting: dict[str, int]
    set_aside: int  # tables that cannot be read
    memory: int | None  # bytes
    database: int | None  # bytes


def memory_bytes() -> int | None:
    """Memory that this process has; None where that cannot be learnt."""
    with suppress(OSError):
        return int(MEMORY.read_text().split()[1]) * resource.getpagesize()
    return None


async def load_of(registry: TableRegistry, edge: Edge, jobs: JobPool) -> Load:
    rooms, used = registry.rooms(), os.times()
    return Load(
        process=os.getpid(),
        started_at=int(registry.figures.since * 1000),
        connections=len(edge.connections),
        devices=sum(room.audience.devices for room in rooms),
        tables=len(rooms),
        moves=registry.figures.moves,
        processor_seconds=used.user + used.system,
        waiting=queues_of(registry, jobs),
        set_aside=len(registry.set_aside),
        memory=await asyncio.to_thread(memory_bytes),
        database=await registry.ask(database_bytes),
    )
