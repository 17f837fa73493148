"""Lists for the host's desk, from the database: tables, people, evenings. No key is in them, and no position."""

from collections.abc import Collection
from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Engine, func, or_, select

from ewala.server.features.evenings.store import EveningBook
from ewala.server.platform.storage.removal import DAY
from ewala.server.platform.storage.schema import (
    evenings,
    muted_people,
    people,
    person_keys,
    person_seats,
    results,
    tables,
)
from ewala.tables.keys import is_table_id

PAGE = 20  # rows of a page
MOST_EVENINGS = 20
TableStatus = Literal["open", "playing", "over"]


class Found(NamedTuple):
    """Some of the tables that were looked for, the newest sign of life first, and how many there are."""

    rows: list[tuple[str, TableStatus, int, int]]  # name, status, when it was made, its last sign of life
    in_all: int


class DeskPerson(msgspec.Struct, frozen=True):
    id: str
    name: str
    language: str
    created_at: int
    seen_at: int
    devices: int
    games: int  # that are over
    muted: bool


class DeskEvening(msgspec.Struct, frozen=True):
    id: str
    name: str
    game: str
    guests: int
    tables: int  # at which they play now
    created_at: int


def table_ids(engine: Engine, status: TableStatus | None, search: str, known: Collection[str], page: int) -> Found:
    """`known`: tables that fit what is searched for by what is known of them elsewhere."""
    wanted: list[ColumnElement[bool]] = [tables.c.status == status] if status else []
    if search:
        named = select(people.c.id).where(people.c.name.icontains(search, autoescape=True))
        theirs = select(person_seats.c.table_id).where(person_seats.c.person_id.in_(named))
        played = select(results.c.table_id).where(results.c.name.icontains(search, autoescape=True))
        begins = tables.c.id.startswith(search.lower(), autoescape=True)
        wanted.append(or_(begins, tables.c.id.in_(known), tables.c.id.in_(theirs), tables.c.id.in_(played)))
    columns = (tables.c.id, tables.c.status, tables.c.created_at, tables.c.touched_at)
    asked = select(*columns).where(*wanted).order_by(tables.c.touched_at.desc(), tables.c.id)
    with engine.connect() as connection:
        count = connection.execute(select(func.count()).select_from(tables).where(*wanted)).scalar_one()
        rows = connection.execute(asked.offset(page * PAGE).limit(PAGE)).all()
    return Found([(row.id, row.status, row.created_at, row.touched_at) for row in rows if is_table_id(row.id)], count)


def people_page(engine: Engine, search: str, page: int) -> tuple[list[DeskPerson], int]:
    """Those who were seen last first, and how many there are."""
    of = people.c.id
    devices = select(func.count()).where(person_keys.c.person_id == of, person_keys.c.kind != "recovery")
    games = select(func.count(func.distinct(results.c.table_id))).where(results.c.person_id == of)
    muted = select(func.count()).where(muted_people.c.person_id == of)
    figures = [each.scalar_subquery() for each in (devices, games, muted)]
    wanted = [people.c.name.icontains(search, autoescape=True)] if search else []
    asked = select(people).add_columns(*figures).where(*wanted).order_by(people.c.seen_at.desc(), of)
    with engine.connect() as connection:
        count = connection.execute(select(func.count()).select_from(people).where(*wanted)).scalar_one()
        rows = connection.execute(asked.offset(page * PAGE).limit(PAGE)).all()
    found = [
        DeskPerson(row.id, row.name, row.language, row.created_at, row.seen_at, row[-3], row[-2], bool(row[-1]))
        for row in rows
    ]
    return found, count


def running(engine: Engine, now: int) -> list[DeskEvening]:
    """Evenings that have not ended, of those at which something has happened within a day."""
    recent = select(evenings.c.id, evenings.c.created_at).where(evenings.c.touched_at > now - DAY)
    with engine.connect() as connection:
        rows = connection.execute(recent.order_by(evenings.c.touched_at.desc()).limit(MOST_EVENINGS)).all()
    found = []
    for row in rows:
        kept = EveningBook(engine).load(row.id)
        if not kept.evening.ended:
            there = sum(guest.there for guest in kept.evening.guests.values())
            playing = len(list(kept.evening.playing()))
            name, game = kept.evening.opened.name, kept.about.game
            found.append(DeskEvening(kept.id, name, game, there, playing, row.created_at))
    return found


def counts(engine: Engine) -> dict[str, int]:
    """Tables by status, and people."""
    with engine.connect() as connection:
        by_status = connection.execute(select(tables.c.status, func.count()).group_by(tables.c.status)).all()
        known = connection.execute(select(func.count()).select_from(people)).scalar_one()
    found = dict.fromkeys(("open", "playing", "over"), 0) | {row[0]: row[1] for row in by_status}
    return {**found, "people": known}


def database_bytes(engine: Engine) -> int | None:
    """How large the database is; None where nobody says."""
    asked = {
        "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
        "postgresql": "SELECT pg_database_size(current_database())",
    }.get(engine.dialect.name)
    if asked is None:
        return None
    with engine.connect() as connection:
        return int(connection.exec_driver_sql(asked).scalar_one())
