"""The evenings of a database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from ewala.core.errors import EwalaError
from ewala.server.features.evenings.evening import Evening, Happening, Opened
from ewala.server.platform.storage.schema import metadata
from ewala.tables import keys
from ewala.tables.events import Settings

ORGANISER = ""  # in the place of somebody's mark
MOST_RUNNING = 20  # evenings that are listed
DAY = 24 * 3_600_000  # milliseconds
KEPT_FOR = 400 * DAY  # after the last happening: a club looks back at its year
_happening = msgspec.json.Decoder(Happening)

# Club evenings: their happenings in order, and who may speak as whom.
evenings = Table(
    "evenings",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Column("touched_at", BigInteger, nullable=False),
    Column("about", LargeBinary, nullable=False),  # JSON: what its tables are laid by
    Index("ix_evenings_touched_at", "touched_at"),
)

evening_keys = Table(
    "evening_keys",
    metadata,
    Column("evening_id", String(16), ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("who", String(16), primary_key=True),  # empty: who leads it
    Column("digest", String(64), nullable=False),
)

evening_events = Table(
    "evening_events",
    metadata,
    Column("evening_id", String(16), ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),  # JSON
)


class NoSuchEvening(EwalaError):
    def __init__(self) -> None:
        super().__init__("evening/unknown", "there is no such evening")


class TooLate(Exception):
    """Something else has happened meanwhile: what was to happen has to be thought over."""


class About(msgspec.Struct, frozen=True):
    """What an evening's tables are laid by."""

    game: str
    parameters: dict[str, str]
    settings: Settings


@dataclass(frozen=True)
class StoredEvening:
    """An evening as it is kept, and the digests of its keys."""

    id: str
    about: About
    evening: Evening
    digests: Mapping[str, str]

    def speaks_as(self, given: Sequence[str]) -> str | None:
        """Whose key is among these: a guest's before the organiser's; None if nobody's is."""
        found = [who for who, digest in self.digests.items() if any(keys.fits(key, digest) for key in given)]
        return max(found, default=None)

    def leads(self, given: Sequence[str]) -> bool:
        return any(keys.fits(key, self.digests[ORGANISER]) for key in given)


class RunningEvening(msgspec.Struct, frozen=True):
    """An evening that has not ended."""

    id: str
    name: str
    game: str
    guests: int
    tables: int  # at which they play now
    created_at: int


def open_evening(connection: Connection, about: About, opened: Opened, digest: str) -> str:
    """A new one; its name. What is older than a year goes."""
    evening_id = keys.new_table_id()
    old = select(evenings.c.id).where(evenings.c.touched_at < opened.at - KEPT_FOR).limit(10)
    gone = connection.execute(old).scalars().all()
    for table in (evening_events, evening_keys):
        connection.execute(delete(table).where(table.c.evening_id.in_(gone)))
    connection.execute(delete(evenings).where(evenings.c.id.in_(gone)))
    row = {"id": evening_id, "created_at": opened.at, "touched_at": opened.at, "about": msgspec.json.encode(about)}
    connection.execute(insert(evenings), row)
    connection.execute(insert(evening_keys).values(evening_id=evening_id, who=ORGANISER, digest=digest))
    connection.execute(insert(evening_events).values(evening_id=evening_id, seq=1, body=msgspec.json.encode(opened)))
    return evening_id


def load_evening(connection: Connection, evening_id: str) -> StoredEvening:
    """Raises NoSuchEvening."""
    if not keys.is_table_id(evening_id):
        raise NoSuchEvening
    of_it = evening_events.c.evening_id == evening_id
    about = connection.execute(select(evenings.c.about).where(evenings.c.id == evening_id)).scalar()
    told = select(evening_events.c.body).where(of_it).order_by(evening_events.c.seq)
    happenings = [_happening.decode(body) for body in connection.execute(told).scalars()]
    held = select(evening_keys.c.who, evening_keys.c.digest).where(evening_keys.c.evening_id == evening_id)
    digests = {row.who: row.digest for row in connection.execute(held)}
    if about is None or not happenings:
        raise NoSuchEvening
    return StoredEvening(evening_id, msgspec.json.decode(about, type=About), Evening.of(happenings), digests)


def add_happenings(
    connection: Connection,
    kept: StoredEvening,
    happenings: Sequence[Happening],
    digests: Mapping[str, str] | None = None,
) -> None:
    """What happens next, with the keys of those who come; raises TooLate if something else came first."""
    rows = [
        {"evening_id": kept.id, "seq": kept.evening.seq + number, "body": msgspec.json.encode(happening)}
        for number, happening in enumerate(happenings, 1)
    ]
    new = [{"evening_id": kept.id, "who": who, "digest": digest} for who, digest in (digests or {}).items()]
    try:
        connection.execute(insert(evening_events), rows)
        if new:
            connection.execute(insert(evening_keys), new)
    except IntegrityError:
        raise TooLate from None
    connection.execute(update(evenings).where(evenings.c.id == kept.id).values(touched_at=happenings[-1].at))


def running_evenings(connection: Connection, now: int) -> list[RunningEvening]:
    """Evenings that have not ended, of those at which something has happened within a day."""
    recent = select(evenings.c.id, evenings.c.created_at).where(evenings.c.touched_at > now - DAY)
    found = []
    for row in connection.execute(recent.order_by(evenings.c.touched_at.desc()).limit(MOST_RUNNING)).all():
        kept = load_evening(connection, row.id)
        if not kept.evening.ended:
            there = sum(guest.there for guest in kept.evening.guests.values())
            name, game = kept.evening.opened.name, kept.about.game
            found.append(RunningEvening(kept.id, name, game, there, len(kept.evening.playing()), row.created_at))
    return found
